// From a tree to text, without recursion: the open containers are kept in a list.
#include "acode/json/writer.h"

#include <array>
#include <vector>

#include "json/access.h"
#include "json/text_writer.h"

namespace acode::json {
namespace detail {
namespace {

/// The indices of the containers around the innermost. Few values are nested deeper than a few levels: no memory is asked
/// for those.
class Around {
 public:
  Around() {}  // NOLINT(modernize-use-equals-default): a default one might be filled with zeros first

  [[nodiscard]] std::size_t size() const { return size_; }

  void push(std::uint32_t index) {
    if (size_ < kFew) [[likely]] {
      few_[size_] = index;
    } else {
      more_.push_back(index);
    }
    ++size_;
  }

  std::uint32_t pop() {
    if (--size_ < kFew) [[likely]]
      return few_[size_];
    const std::uint32_t index = more_.back();
    more_.pop_back();
    return index;
  }

 private:
  static constexpr std::size_t kFew = 16;
  std::size_t size_ = 0;
  std::array<std::uint32_t, kFew> few_;
  std::vector<std::uint32_t> more_;
};

/// A container that is being written.
struct Level {
  explicit Level(Value container)
      : index(container.index()), end(Access::next(container)), object(container.is_object()) {}

  std::uint32_t index;
  std::uint32_t end;  // the index behind it
  bool object;
};

// Strings first: most are.
void put_scalar(TextWriter& out, Value value, Tag tag) {
  if (tag == Tag::kString) return out.put_string(Access::chars(value));
  if (tag == Tag::kInteger) return out.put_integer(Access::integer(value));
  static constexpr std::string_view kWords[] = {"null", "false", "true"};
  out.put_text(tag == Tag::kNumber ? Access::chars(value) : kWords[static_cast<std::size_t>(tag)]);
}

/// Writes a container: walks over its words, which stand in the order in which they are written.
template <bool kIndented>
void put_tree(TextWriter& out, Value root, std::size_t indent) {
  Around around;
  Level level(root);
  std::uint32_t next = level.index + 1;
  char lead = level.object ? '{' : '[';  // what stands before the next child
  const auto break_line = [&out, indent](std::size_t depth) {
    out.put('\n');
    out.put_times(indent * depth, ' ');
  };
  while (true) {
    while (next == level.end) {
      if (lead != ',') out.put(lead);
      if (kIndented && lead == ',') break_line(around.size());
      out.put(level.object ? '}' : ']');
      if (around.size() == 0) return;
      level = Level(Access::at(root, around.pop()));
      lead = ',';
    }
    if (kIndented || !level.object) out.put(lead);
    if (kIndented) break_line(around.size() + 1);
    if (level.object) {
      const std::string_view name = Access::chars(Access::at(root, next++));
      if (kIndented) {
        out.put_string(name);
        out.put(": ");
      } else {
        out.put_name(lead, name);
      }
    }
    const Value value = Access::at(root, next++);
    const Tag tag = Access::tag(value);
    if (tag < Tag::kArray) {
      put_scalar(out, value, tag);
      lead = ',';
    } else {
      around.push(level.index);
      level = Level(value);
      lead = level.object ? '{' : '[';
    }
  }
}

}  // namespace

void TextWriter::put_value(Value value, const WriteOptions& options) {
  const Tag tag = Access::tag(value);
  if (tag < Tag::kArray) {
    put_scalar(*this, value, tag);
  } else {
    (options.indent == 0 ? put_tree<false> : put_tree<true>)(*this, value, options.indent);
  }
}

}  // namespace detail

void write_string_to(std::string& out, std::string_view characters) {
  detail::TextWriter writer(out);
  writer.put_string(characters);
  writer.flush();
}

void write_to(std::string& out, Value value, const WriteOptions& options) {
  detail::TextWriter writer(out);
  writer.put_value(value, options);
  writer.flush();
}

std::string write(Value value, const WriteOptions& options) {
  std::string out;
  write_to(out, value, options);
  return out;
}

}  // namespace acode::json
