// From a tree to text, without recursion: the open containers are kept in a list.
#include "acode/json/writer.h"

#include <array>
#include <vector>

#include "json/access.h"
#include "json/text_writer.h"

namespace acode::json {
namespace detail {
namespace {

/// A container that is being written.
struct Level {
  std::uint32_t end;  // the index behind it
  bool object;
};

/// The containers around the innermost. Few values are nested deeper than a few levels: no memory is asked for those.
class Levels {
 public:
  Levels() {}  // NOLINT(modernize-use-equals-default): a default one might be filled with zeros first

  [[nodiscard]] std::size_t size() const { return size_; }

  void push(Level level) {
    if (size_ < kFew) [[likely]] {
      few_[size_] = level;
    } else {
      more_.push_back(level);
    }
    ++size_;
  }

  Level pop() {
    if (--size_ < kFew) [[likely]]
      return few_[size_];
    const Level level = more_.back();
    more_.pop_back();
    return level;
  }

 private:
  static constexpr std::size_t kFew = 8;
  std::array<Level, kFew> few_;
  std::vector<Level> more_;
  std::size_t size_ = 0;
};

// Strings first: most are.
void put_scalar(TextWriter& out, Value value, Tag tag) {
  if (tag == Tag::kString) return out.put_string(Access::chars(value));
  if (tag == Tag::kInteger) return out.put_integer(Access::integer(value));
  static constexpr std::string_view kWords[] = {"null", "false", "true"};
  out.put_text(tag == Tag::kNumber ? Access::chars(value) : kWords[static_cast<std::size_t>(tag)]);
}

/// Walks over the words of a container, which stand in the order in which they are written.
template <bool kIndented>
void put_tree(TextWriter& out, Value root, std::size_t indent) {
  Levels around;
  Level level = {};  // the innermost container
  std::uint32_t next = root.index();
  const auto break_line = [&out, &around, indent] {
    out.put('\n');
    out.put_times(indent * around.size(), ' ');
  };
  while (true) {
    const Value value = Access::at(root, next++);
    const Tag tag = Access::tag(value);
    char lead = ',';  // of what comes next in the container
    if (tag < Tag::kArray) {
      put_scalar(out, value, tag);
    } else {
      around.push(level);
      level = {Access::next(value), tag == Tag::kObject};
      lead = level.object ? '{' : '[';
      if (next == level.end) out.put(lead);
    }
    while (around.size() > 0 && next == level.end) {
      const bool object = level.object;
      level = around.pop();
      if (kIndented && lead == ',') break_line();
      out.put(object ? '}' : ']');
      lead = ',';
    }
    if (around.size() == 0) return;
    if (kIndented || !level.object) out.put(lead);
    if (kIndented) break_line();
    if (!level.object) continue;
    const std::string_view name = Access::chars(Access::at(root, next++));
    if (kIndented) {
      out.put_string(name);
      out.put(": ");
    } else {
      out.put_name(lead, name);
    }
  }
}

}  // namespace

void TextWriter::put_value(Value value, const WriteOptions& options) {
  const Tag tag = Access::tag(value);
  if (tag < Tag::kArray) {
    put_scalar(*this, value, tag);
  } else if (options.indent == 0) {
    put_tree<false>(*this, value, 0);
  } else {
    put_tree<true>(*this, value, options.indent);
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
