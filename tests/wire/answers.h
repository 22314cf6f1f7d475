// Random answers, and the deltas that they may have come in.
#pragma once

#include <string>
#include <vector>

#include "acode/wire/wire.h"
#include "support_gen/random.h"

namespace acode::wire {

/// Where an answer is to go: not every dialect can say everything, and a body can say less than a stream.
struct Place {
  Dialect dialect;
  bool stream;
};

/// An answer that can be said there without loss.
Answer random_answer(test::Random& random, Place place);

/// The answer piece by piece, calls interleaved; each begins in its turn.
std::vector<Delta> random_deltas(test::Random& random, const Answer& answer);

/// The bytes of a stream with these deltas.
std::string encode_stream(Dialect dialect, const std::vector<Delta>& deltas, const Envelope& envelope);

}  // namespace acode::wire
