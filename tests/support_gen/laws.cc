// The laws of the strict reader, the writer and the pointers, and what all laws share; see laws.h.
#include "support_gen/laws.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>

#include "acode/json/pointer.h"
#include "acode/json/writer.h"
#include "support_gen/laws_internal.h"
#include "support_gen/partial_model.h"

namespace acode::test {

using detail::broken;

namespace detail {

std::string quoted(std::string_view text, std::size_t shown) {
  std::string out = "«";
  for (const char c : text.substr(0, shown)) {
    const auto byte = static_cast<unsigned char>(c);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
    if (byte < 0x20 || byte >= 0x7f) {
      out += escaped;
    } else {
      out += c;
    }
  }
  return out + (text.size() > shown ? "…»" : "»");
}

std::string broken(std::string_view what, std::string_view text) {
  return std::string(what) + " for the text " + quoted(text);
}

std::string outline(const Error* error) {
  if (error == nullptr) return "none";
  return to_string(*error) + " | expected " + error->expected + " | found " + error->found;
}

std::string check_error(const Error* error, std::string_view text) {
  if (error == nullptr) return "there is neither a value nor an error";
  if (error->message.empty()) return "the error has no message";
  if (error->position.offset > text.size()) return "the error lies behind the text: " + to_string(*error);
  if (!(error->position == locate(text, error->position.offset))) {
    return "the line and column are not those of the offset: " + to_string(*error);
  }
  return "";
}

std::string check_partial(json::Value value) {
  const std::string written = json::write(value);
  const Result<json::Document> read = json::parse(written, wide_limits());
  if (!read) return "the partial value is written as no JSON: " + quoted(written);
  if (test::outline(read->root()) != test::outline(value)) {
    return "the partial value is written as another: " + quoted(written) + " but was " + quoted(test::outline(value));
  }
  return "";
}

}  // namespace detail

namespace {

constexpr Limits kWideLimits{std::size_t{1} << 27, 1000000};

void outline_to(std::string& out, json::Value value) {
  switch (value.kind()) {
    case json::Kind::kNull:
      out += "null";
      break;
    case json::Kind::kBoolean:
      out += value.as_bool() ? "true" : "false";
      break;
    case json::Kind::kNumber:
      out += value.number_text();
      break;
    case json::Kind::kString:
      // With its size in front, no string can look like something else.
      out += 's' + std::to_string(value.as_string().size()) + ':';
      out += value.as_string();
      break;
    case json::Kind::kArray:
      out += '[' + std::to_string(value.size());
      for (const json::Value element : value.elements()) {
        out += ' ';
        outline_to(out, element);
      }
      out += ']';
      break;
    case json::Kind::kObject:
      out += '{' + std::to_string(value.size());
      for (const json::Member member : value.members()) {
        out += ' ' + std::to_string(member.name.size()) + ':';
        out += member.name;
        out += '=';
        outline_to(out, member.value);
      }
      out += '}';
      break;
  }
}

std::vector<json::Value> children_of(json::Value value) {
  std::vector<json::Value> children;
  for (const json::Value element : value.elements()) children.push_back(element);
  for (const json::Member member : value.members()) children.push_back(member.value);
  return children;
}

std::vector<std::string_view> names_of(json::Value value) {
  std::vector<std::string_view> names;
  for (const json::Member member : value.members()) names.push_back(member.name);
  return names;
}

std::string check_round_trip(json::Value value, const std::string& written, std::string_view how) {
  const Result<json::Document> read = json::parse(written, wide_limits());
  if (!read) return broken("what is written " + std::string(how) + " is no JSON", written);
  if (outline(read->root()) != outline(value)) return broken("written " + std::string(how) + " it is another", written);
  if (!read->root().equals(value)) return broken("written " + std::string(how) + " it is not equal", written);
  return "";
}

/// Checks the pointers of the children of one value, and of theirs.
std::string check_pointers(json::Value root, json::Value here, json::Pointer& pointer) {
  const Result<json::Pointer> again = json::Pointer::parse(pointer.text());
  if (!again) return "a pointer's text cannot be read: " + detail::quoted(pointer.text());
  if (again->text() != pointer.text()) return "a pointer's text changes: " + detail::quoted(pointer.text());
  const std::optional<json::Value> found = pointer.resolve(root);
  const std::optional<json::Value> found_again = again->resolve(root);
  if (!found || !found_again || found->index() != here.index() || found_again->index() != here.index()) {
    return "a pointer misses: " + detail::quoted(pointer.text());
  }
  std::size_t position = 0;
  for (const json::Value element : here.elements()) {
    pointer.push(position++);
    std::string wrong = check_pointers(root, element, pointer);
    if (!wrong.empty()) return wrong;
    pointer.pop();
  }
  for (const json::Member member : here.members()) {
    // Of several members with one name only the last can be pointed at (AR-4).
    if (here.find(member.name)->index() != member.value.index()) continue;
    pointer.push(member.name);
    std::string wrong = check_pointers(root, member.value, pointer);
    if (!wrong.empty()) return wrong;
    pointer.pop();
  }
  return "";
}

/// Follows the partial values of one text. They live only until the next piece, so a copy of the last one is kept.
class PartialWatch {
 public:
  PartialWatch(std::string_view text, bool must_go_on) : text_(text), must_go_on_(must_go_on) {}

  void see(std::optional<json::Value> partial, std::size_t end) {
    if (!wrong_.empty()) return;
    if (!partial) {
      if (must_go_on_ && earlier_) complain("the partial value vanishes", end);
      return;
    }
    std::string bad = detail::check_partial(*partial);
    if (!bad.empty()) return complain(bad, end);
    if (!must_go_on_) return;
    if (earlier_ && !detail::goes_on(earlier_->root(), *partial)) {
      return complain("the partial value does not go on from " + detail::quoted(json::write(earlier_->root())) +
                          " to " + detail::quoted(json::write(*partial)),
                      end);
    }
    Result<json::Document> copy = json::parse(json::write(*partial), wide_limits());
    earlier_.emplace(std::move(*copy));
  }

  void complain(std::string_view what, std::size_t end) {
    wrong_ = broken(std::string(what) + " behind byte " + std::to_string(end), text_);
  }

  [[nodiscard]] const std::string& wrong() const { return wrong_; }

 private:
  std::string_view text_;
  bool must_go_on_;
  std::optional<json::Document> earlier_;
  std::string wrong_;
};

/// Holds a partial value against the model. Empty where they agree.
std::string check_against_model(std::optional<json::Value> partial, std::string_view beginning) {
  const std::optional<std::string> expected = partial_text(beginning);
  if (expected.has_value() != partial.has_value()) {
    return expected ? "no partial value where there should be " + detail::quoted(*expected)
                    : "a partial value where none has begun";
  }
  if (!expected) return "";
  const Result<json::Document> model = json::parse(*expected, wide_limits());
  if (!model) return "the model itself is wrong: " + detail::quoted(*expected);
  if (outline(model->root()) == outline(*partial)) return "";
  return "the partial value is " + detail::quoted(json::write(*partial)) + " and should be " +
         detail::quoted(*expected);
}

}  // namespace

bool detail::goes_on(json::Value earlier, json::Value later) {
  if (earlier.kind() != later.kind()) return false;
  if (earlier.is_string()) return later.as_string().starts_with(earlier.as_string());
  if (!earlier.is_array() && !earlier.is_object()) return true;
  const std::vector<json::Value> before = children_of(earlier);
  const std::vector<json::Value> after = children_of(later);
  if (after.size() < before.size()) return false;
  const std::vector<std::string_view> names = names_of(earlier);
  const std::vector<std::string_view> later_names = names_of(later);
  if (!std::equal(names.begin(), names.end(), later_names.begin())) return false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool settled = i + 1 < before.size();
    if (settled ? test::outline(before[i]) != test::outline(after[i]) : !goes_on(before[i], after[i])) return false;
  }
  return true;
}

Cuts random_cuts(Random& random, std::size_t size, std::size_t count) {
  Cuts cuts;
  for (std::size_t i = random.below(count + 1); i > 0; --i) cuts.push_back(random.below(size + 1));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

Cuts cut_everywhere(std::size_t size) {
  Cuts cuts;
  for (std::size_t i = 1; i < size; ++i) cuts.push_back(i);
  return cuts;
}

Limits wide_limits() { return kWideLimits; }

json::RepairOptions wide_options(json::RepairLevel level) {
  json::RepairOptions options;
  options.limits = kWideLimits;
  options.level = level;
  options.timeout = std::chrono::milliseconds::zero();
  return options;
}

std::string outline(json::Value value) {
  std::string out;
  outline_to(out, value);
  return out;
}

std::string law_reader_pieces(std::string_view text, const Cuts& cuts, const Limits& limits) {
  json::Reader whole(limits);
  json::Reader pieces(limits);
  const bool whole_ok = whole.read(text);
  const bool pieces_ok = detail::feed_pieces(pieces, text, cuts, [](std::size_t) {});
  if (whole_ok != pieces_ok) return broken("the reader says another thing in pieces", text);
  if (detail::outline(whole.error()) != detail::outline(pieces.error())) {
    return broken(
        "the error is " + detail::outline(whole.error()) + " but in pieces " + detail::outline(pieces.error()), text);
  }
  if (!whole_ok) return "";
  if (outline(whole.value()) != outline(pieces.value())) return broken("the tree is another in pieces", text);
  const json::Document taken = pieces.take();
  if (outline(taken.root()) != outline(whole.value())) return broken("the tree taken out is another", text);
  return "";
}

std::string law_reader_errors(std::string_view text, const Limits& limits) {
  json::Reader reader(limits);
  if (reader.read(text)) return reader.error() == nullptr ? "" : broken("a value and an error", text);
  const std::string wrong = detail::check_error(reader.error(), text);
  return wrong.empty() ? "" : broken(wrong, text);
}

std::string law_reader_partials(std::string_view text, const Cuts& cuts, const Limits& limits) {
  json::Reader check(limits);
  const bool valid = check.read(text);
  json::Reader reader(limits);
  PartialWatch watch(text, /*must_go_on=*/true);
  detail::feed_pieces(reader, text, cuts, [&](std::size_t end) {
    watch.see(reader.partial(), end);
    if (!valid || !watch.wrong().empty()) return;
    const std::string wrong = check_against_model(reader.partial(), text.substr(0, end));
    if (!wrong.empty()) watch.complain(wrong, end);
  });
  watch.see(reader.partial(), text.size());
  return watch.wrong();
}

std::string law_repair_partials(std::string_view text, const Cuts& cuts, const json::RepairOptions& options) {
  json::Reader check(options.limits);
  json::TolerantReader reader(options);
  PartialWatch watch(text, check.read(text));
  detail::feed_pieces(reader, text, cuts, [&](std::size_t end) { watch.see(reader.partial(), end); });
  return watch.wrong();
}

std::string law_writer_round_trip(json::Value value) {
  std::string wrong = check_round_trip(value, json::write(value), "compactly");
  for (const unsigned indent : {1U, 2U, 8U}) {
    if (!wrong.empty()) return wrong;
    wrong = check_round_trip(value, json::write(value, {.indent = indent}), "over several lines");
  }
  return wrong;
}

std::string law_pointers(json::Value root) {
  json::Pointer pointer;
  return check_pointers(root, root, pointer);
}

}  // namespace acode::test
