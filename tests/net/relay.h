// The smallest proxy there is: passes requests on to one server and its answers back, piece by piece. What the parts of
// src/net for proxies are tried and measured with.
#pragma once

#include "net/server.h"
#include "net/upstreams.h"

namespace acode::net {

/// Relays one exchange. An answer that breaks off is cut for the client too; where there is none it is told 502.
Task<> relay(Exchange& exchange, Upstreams& upstreams, const Url& upstream);

/// A handler factory that relays everything to `upstream`.
HandlerFactory relay_to(const Url& upstream, const ClientOptions& options = {});

}  // namespace acode::net
