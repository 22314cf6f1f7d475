// Everything that is not a question to a model goes to the upstream as it is, and its answer comes back as it is (GW-1).
#pragma once

#include "gateway/loop_gateway.h"
#include "net/server.h"
#include "net/task.h"

namespace acode::gateway {

net::Task<> pass_on(LoopGateway& gateway, net::Exchange& exchange);

}  // namespace acode::gateway
