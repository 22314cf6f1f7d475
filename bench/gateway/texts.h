// What goes over the wire while the gateway is measured: requests as clients send them, answers as a model server gives
// them. Which answer is wanted stands in the query, which every proxy passes on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace acode::bench {

enum class Ask : std::uint8_t {
  kWhole,          ///< one answer with a call
  kBroken,         ///< the same, the call's arguments being no JSON
  kStream,         ///< an event every so often, the first of them like the others, until there were kEventsOfAStream
  kPromptStream,   ///< the same, but that the first comes at once
  kEndless,        ///< the same without an end
  kProbabilities,  ///< the same, and each event says how probable its word was
  kIdle,           ///< the first event, and then nothing
};

/// How many events with a word a stream has.
constexpr int kEventsOfAStream = 50;

/// The sign before the time in an event; so many digits follow. In the first of a stream the time follows at which the
/// question was there.
constexpr char kStamp = '@';
constexpr std::size_t kStampDigits = 20;

/// All bytes of a request, with tools and their schemas in its body.
std::string request_text(Ask ask);

/// What a request wants, by its first line.
Ask asked_in(std::string_view request);

/// All bytes of an answer that is not a stream.
const std::string& answer_text(Ask ask);

/// The head of a stream, and its first event, which has no words.
const std::string& stream_begin();

/// An event with a word and the time in it, as a chunk. Events of one stream are numbered, so that their words differ; the
/// one with the number 0 tells when the question was there.
void write_event(std::string& out, Ask ask, std::uint64_t nanoseconds, std::uint64_t asked, std::size_t number);

/// The last events of a stream, and the last chunk.
const std::string& stream_end();

/// The time behind a kStamp.
std::uint64_t read_stamp(std::string_view digits);

/// How long a message is, head and body, by its Content-Length; 0 if its head is not whole.
std::size_t message_size(std::string_view bytes);

}  // namespace acode::bench
