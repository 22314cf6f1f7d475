// An answer on its way from the upstream to the client, as it comes.
#pragma once

#include "net/fetch.h"
#include "net/http.h"
#include "net/server.h"
#include "net/task.h"

namespace acode::gateway {

/// Sends the head, and then the body that `fetch` brings, piece by piece: nothing more is read before the client has taken what
/// there is. An answer that breaks off is cut for the client too.
net::Task<> relay(net::Fetch& fetch, net::HttpHead head, net::Exchange& exchange);

}  // namespace acode::gateway
