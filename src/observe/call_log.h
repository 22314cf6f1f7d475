// What the log tells of a call (OB-1): each repair at DEBUG, each retry and the outcome at INFO, retries that were all in
// vain at WARN. Every line has the correlation id.
//
// It tells of events, in which values are masked already; the texts of arguments are told at DEBUG only, and whatever the
// event was made to keep, secrets are masked in it (OB-3).
#pragma once

#include "observe/event.h"
#include "observe/log.h"

namespace acode::observe {

void log_call(Logger& logger, const CallEvent& event);

}  // namespace acode::observe
