// The model server of the soak: what it answers stands in the header x-soak of each request, so that any number of them can be
// under way at once.
#pragma once

#include <memory>
#include <string>

#include "net/server.h"

namespace acode::soak {

/// Listens, and serves on a thread of its own until it is destroyed. Null if it cannot.
std::unique_ptr<net::HttpServer> start_upstream();

}  // namespace acode::soak
