// Ctrl-C as a wish to end, not as an end: what runs is cancelled, and says so.
#pragma once

#include "net/cancel.h"

namespace acode::cli {

/// While it lives, SIGINT and SIGTERM cancel its token instead of ending the program; a second one ends it. One at a time.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  [[nodiscard]] const net::CancelToken& token() const { return token_; }

 private:
  net::CancelToken token_;
};

}  // namespace acode::cli
