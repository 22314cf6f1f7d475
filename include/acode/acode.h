// Acode: tool calls of language models, made dependable. Start here.
//
//   #include <acode/acode.h>
//
//   acode::json::Repair repair = acode::json::repair(model_output);
//   if (repair.ok()) run(repair.value());
//   else             ask_again(acode::to_string(*repair.error()));
//
// The headers, each of which can be read and included alone:
//   acode/json/repair.h         broken JSON in, valid JSON and the list of edits out
//   acode/json/reader.h         the strict reader, whole or in pieces
//   acode/json/value.h          the tree that both fill
//   acode/json/writer.h         from the tree to text
//   acode/json/pointer.h        places inside a value
//   acode/schema/schema.h       JSON Schema: compiled once, asked often
//   acode/schema/toolset.h      the tools a model may call
//   acode/schema/describe.h     examples, signatures, words
//   acode/schema/hints.h        a schema as a guide for repair
//   acode/wire/wire.h           providers' answers in our words, and back
//   acode/wire/request.h        requests to models likewise, from one provider's dialect to another's
//   acode/extract/extract.h     calls that a model wrote into its text
//   acode/pipeline/pipeline.h   the whole story: whatever was sent, in; calls that fit, out
//   acode/pipeline/call.h       a call, and what was changed on the way to it
//   acode/pipeline/prompt.h     the prompt for models without tools of their own
//   acode/retry/ladder.h        whether, how and when to ask the model again
//   acode/retry/feedback.h      what to tell it
//   acode/retry/second_request.h, second_answer.h
//                               the request that does so, and what comes of it
//   acode/retry/breaker.h       when to stop asking
//   acode/coerce/coerce.h       values made to fit a schema
//   acode/coerce/tool_name.h    which tool a name means
//   acode/error.h               errors as values, with codes and positions
//   acode/limits.h              size and depth
//   acode/version.h             the version of the library
//
// Everything in here is pure: bytes in, values out; no files, sockets, threads or global state. Different objects may
// be used from different threads at once; one object belongs to one thread at a time.
#pragma once

#include "acode/coerce/coerce.h"
#include "acode/coerce/tool_name.h"
#include "acode/error.h"
#include "acode/extract/extract.h"
#include "acode/json/pointer.h"
#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "acode/json/value.h"
#include "acode/json/writer.h"
#include "acode/limits.h"
#include "acode/pipeline/call.h"
#include "acode/pipeline/pipeline.h"
#include "acode/pipeline/prompt.h"
#include "acode/retry/breaker.h"
#include "acode/retry/feedback.h"
#include "acode/retry/ladder.h"
#include "acode/retry/second_answer.h"
#include "acode/retry/second_request.h"
#include "acode/schema/describe.h"
#include "acode/schema/hints.h"
#include "acode/schema/schema.h"
#include "acode/schema/toolset.h"
#include "acode/version.h"
#include "acode/wire/request.h"
#include "acode/wire/wire.h"
