// Making the texts to be read: the same ones in every run.
#include "inputs.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace acode::bench {
namespace {

constexpr std::size_t kMegabyte = 1'000'000;

/// SplitMix64: the standard library's distributions may differ from one implementation to the next, this does not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  /// From `low` up to and including `high`.
  int between(int low, int high) { return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1)); }

  template <std::size_t Size>
  std::string_view pick(const std::array<std::string_view, Size>& words) {
    return words[next() % Size];
  }

 private:
  std::uint64_t state_;
};

constexpr std::array<std::string_view, 16> kWords = {"index", "buffer", "request", "total",  "path",   "session",
                                                     "count", "result", "parser",  "offset", "config", "handler",
                                                     "value", "length", "cursor",  "widget"};
constexpr std::array<std::string_view, 6> kTypes = {"int", "auto", "std::string", "double", "Status", "const Node*"};
constexpr std::array<std::string_view, 8> kNames = {"Ada Lovelace", "Kurt Gödel", "Grace Hopper", "Alan Turing",
                                                    "Emmy Noether", "Paul Erdős", "Mary Jackson", "Edsger Dijkstra"};
constexpr std::array<std::string_view, 8> kTags = {"new", "urgent", "draft", "eu-west", "beta", "v2", "internal", "ok"};
constexpr std::array<std::string_view, 10> kChinese = {
    "文件已经写入磁盘",   "请检查配置是否正确",   "模型返回了一个工具调用", "参数必须是对象", "每个字段都有类型",
    "如果解析失败就修复", "流式输出可以逐步读取", "错误信息包含位置",       "数据库连接超时", "用户希望得到清楚的答案"};

std::string escaped(std::string_view raw) {
  std::string out;
  for (const char c : raw) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string digits(int value, int width) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%0*d", width, value);
  return buffer.data();
}

std::string decimal(int thousandths) {
  const std::string sign = thousandths < 0 ? "-" : "";
  const int size = thousandths < 0 ? -thousandths : thousandths;
  return sign + std::to_string(size / 1000) + "." + digits(size % 1000, 3);
}

/// Eight lines of a program, with the mixture of quotes, backslashes and indentation that programs have.
std::string source_paragraph(Random& random) {
  const std::string name(random.pick(kWords));
  const std::string other(random.pick(kWords));
  const std::string type(random.pick(kTypes));
  const std::string number = std::to_string(random.between(0, 4096));
  std::string text = "// Keeps the " + other + " of one " + name + " in step with the others; see the notes above.\n";
  text += type + " update_" + name + "(" + type + " " + other + ") {\n";
  text += "  if (" + other + " > " + number + ") {\n";
  text += random.between(0, 1) == 0 ? "    log(\"" + name + " too large: %d\\n\", " + other + ");\n"
                                    : "\t\treturn fail('" + name + "', " + other + ");\n";
  text += "  }\n";
  text += "  for (int i = 0; i < " + number + "; ++i) " + name + "[i] = " + other + " + i * " + number + ";\n";
  text += "  return " + name + ";\n";
  text += "}\n\n";
  return text;
}

std::string write_file_head(std::string_view path) {
  return R"({"path": ")" + std::string(path) + R"(", "content": ")";
}

std::string quoted(std::string_view value) { return "\"" + std::string(value) + "\""; }

std::string record(Random& random, int id) {
  std::string text = R"({"id":)" + std::to_string(100'000 + id);
  text += R"(,"name":)" + quoted(random.pick(kNames));
  text += R"(,"active":)" + std::string(random.between(0, 2) == 0 ? "false" : "true");
  text += R"(,"score":)" + decimal(random.between(-99'999, 99'999));
  text += R"(,"count":)" + std::to_string(random.between(0, 999));
  text += R"(,"tags":[)" + quoted(random.pick(kTags)) + "," + quoted(random.pick(kTags));
  text += R"(],"position":[)" + decimal(random.between(-180'000, 180'000)) + ",";
  text += decimal(random.between(-90'000, 90'000)) + "," + std::to_string(random.between(0, 3000));
  text += R"(],"parent":)" + (random.between(0, 3) == 0 ? "null" : std::to_string(random.between(1, 9999)));
  return text + "}";
}

/// A compact text over several lines, two spaces a level. Knows no escaped quotes: records have none.
std::string pretty(std::string_view compact, unsigned level) {
  std::string out;
  bool in_string = false;
  const auto new_line = [&] { out += "\n" + std::string(std::size_t{2} * level, ' '); };
  for (const char c : compact) {
    if (c == '"') in_string = !in_string;
    const bool closes = !in_string && (c == '}' || c == ']');
    if (closes) {
      --level;
      new_line();
    }
    out += c;
    if (in_string || closes) continue;
    if (c == ':') out += ' ';
    if (c == '{' || c == '[') ++level;
    if (c == '{' || c == '[' || c == ',') new_line();
  }
  return out;
}

}  // namespace

std::size_t Input::bytes() const {
  std::size_t sum = 0;
  for (const std::string& text : texts) sum += text.size();
  return sum;
}

std::string small_call(unsigned seed) {
  constexpr std::size_t kBytes = 185;
  Random random(seed);
  const std::string head = R"({"city": "Lyon )" + digits(random.between(1, 20), 2) + R"(", "query": "wind )";
  std::string tail = R"( \"gusts\"", "days": )" + std::to_string(random.between(1, 9));
  tail += R"(, "threshold": )" + digits(random.between(10, 99), 2) + "." + std::to_string(random.between(1, 9));
  tail += R"(, "hourly": )" + std::string(random.between(0, 1) == 0 ? "true" : "false");
  tail += R"(, "units": ")" + std::string(random.between(0, 1) == 0 ? "metric" : "imperial");
  tail += R"(", "options": {"language": "fr", "limit": )" + std::to_string(random.between(1, 500)) + "}}";
  std::string filler(kBytes - head.size() - tail.size(), ' ');
  for (char& c : filler) c = static_cast<char>('a' + random.between(0, 25));
  return head + filler + tail;
}

std::string medium_call() {
  Random random(2);
  std::string text = R"({"path": "src/server/session_cache.cc", "create": false, "timeout_ms": 2500, "ratio": 0.75, )";
  text += R"("filters": {"language": "cpp", "exclude": ["build/**", "*.min.js"], "max_size": 1048576}, "edits": [)";
  for (int line = 10; text.size() < 1750; line += random.between(3, 40)) {
    const std::string name(random.pick(kWords));
    if (line > 10) text += ", ";
    text += R"({"line": )" + std::to_string(line) + R"(, "old": "  return )" + name + R"(.find(\"key\");", )";
    text += R"("new": "  auto it = )" + name + R"(.find(\"key\");\n  return it == end ? \"\" : it->second;", )";
    text += R"("confidence": )" + decimal(random.between(500, 999)) + "}";
  }
  text += R"(], "reason": ")";
  constexpr std::string_view kTail = R"("})";
  while (text.size() + kTail.size() + 10 < 2048) text += std::string(random.pick(kWords)) + " ";
  text += std::string(2048 - kTail.size() - text.size(), '.');
  return text + std::string(kTail);
}

std::string source_call(std::size_t bytes) {
  Random random(3);
  constexpr std::string_view kTail = R"("})";
  std::string text = write_file_head("src/generated/update.cc");
  while (true) {
    const std::string paragraph = escaped(source_paragraph(random));
    if (text.size() + paragraph.size() + kTail.size() > bytes) break;
    text += paragraph;
  }
  text += std::string(bytes - kTail.size() - text.size(), '/');
  return text + std::string(kTail);
}

std::string chinese_call(std::size_t bytes) {
  Random random(4);
  std::string text = write_file_head("docs/说明.md");
  while (text.size() < bytes - 100) {
    text += random.pick(kChinese);
    text += random.between(0, 3) == 0 ? "。\\n" : "，";
  }
  return text + R"("})";
}

std::string records(std::size_t bytes, Layout layout) {
  Random random(5);
  std::string text = "[";
  for (int id = 0; text.size() < bytes - 400; ++id) {
    if (id > 0) text += ",";
    const std::string compact = record(random, id);
    text += layout == Layout::kPretty ? "\n  " + pretty(compact, 1) : compact;
  }
  return text + (layout == Layout::kPretty ? "\n]" : "]");
}

std::vector<Input> valid_inputs() {
  constexpr unsigned kVariants = 256;
  std::vector<std::string> small_calls;
  for (unsigned seed = 1; seed <= kVariants; ++seed) small_calls.push_back(small_call(seed));
  return {{"185B", {small_call(1)}},
          {"185B-varied", std::move(small_calls)},
          {"2KB", {medium_call()}},
          {"1MB-source", {source_call(kMegabyte)}},
          {"1MB-records", {records(kMegabyte, Layout::kCompact)}},
          {"1MB-chinese", {chinese_call(kMegabyte)}},
          {"1MB-pretty", {records(kMegabyte, Layout::kPretty)}}};
}

}  // namespace acode::bench
