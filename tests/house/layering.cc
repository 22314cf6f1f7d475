// The checker behind layering.h: reads the #include lines, no preprocessor, so that what is switched off counts too.
#include "house/layering.h"

#include <algorithm>
#include <optional>
#include <regex>
#include <set>

#include "support/corpus.h"

namespace acode::house {

namespace fs = std::filesystem;

namespace {

struct Include {
  std::string path;
  bool quoted;
  std::size_t line;
};

std::vector<Include> includes_of(const fs::path& file) {
  static const std::regex kPattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
  std::vector<Include> includes;
  std::size_t number = 0;
  for (const std::string& line : test::read_lines(file)) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, kPattern)) includes.push_back({match[2], match[1] == "\"", number});
  }
  return includes;
}

bool is_source(const fs::path& path) { return path.extension() == ".h" || path.extension() == ".cc"; }

std::vector<fs::path> sources_under(const fs::path& dir) {
  std::vector<fs::path> files;
  if (!fs::is_directory(dir)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(dir)) {
    if (entry.is_regular_file() && is_source(entry.path())) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

class Checker {
 public:
  explicit Checker(const fs::path& root) : root_(root), layers_(read_layers(root / "src" / "layers.txt")) {}

  std::vector<Violation> run() {
    check_folders();
    for (const fs::path& file : sources_under(root_ / "include")) check_public(file);
    for (const fs::path& file : sources_under(root_ / "src")) check_private(file);
    return std::move(violations_);
  }

 private:
  // A folder that the order does not know would be checked by nobody.
  void check_folders() {
    if (!fs::is_directory(root_ / "src")) return;
    for (const fs::directory_entry& entry : fs::directory_iterator(root_ / "src")) {
      if (entry.is_directory() && !layer_named(entry.path().filename().string())) {
        report(entry.path(), 0, "this folder is not in src/layers.txt");
      }
    }
  }

  void check_public(const fs::path& file) {
    for (const Include& include : includes_of(file)) {
      if (is_private(include)) {
        report(file, include.line, "a public header includes the private \"" + include.path + "\"");
      } else if (is_public(include)) {
        check_order(file, include, public_layer(file), public_layer(root_ / "include" / include.path));
      } else if (include.quoted) {
        report_unknown(file, include);
      }
    }
  }

  void check_private(const fs::path& file) {
    const std::size_t own = layer_named(first_folder(file, root_ / "src")).value_or(layers_.size());
    for (const Include& include : includes_of(file)) {
      if (is_private(include)) {
        check_order(file, include, own, layer_named(fs::path(include.path).begin()->string()).value_or(layers_.size()));
      } else if (is_public(include)) {
        check_order(file, include, own, public_layer(root_ / "include" / include.path));
      } else if (include.quoted) {
        report_unknown(file, include);
      }
    }
  }

  void check_order(const fs::path& file, const Include& include, std::size_t own, std::size_t other) {
    if (other <= own || other >= layers_.size()) return;
    report(file, include.line,
           "\"" + include.path + "\" belongs to " + layers_[other] + ", which stands below " + layers_[own]);
  }

  // The layer of a public header; see the rules in layering.h.
  std::size_t public_layer(const fs::path& file) {
    if (auto named = layer_named(first_folder(file, root_ / "include" / "acode"))) return *named;
    if (!visiting_.insert(file).second) return 0;  // headers that include each other
    std::size_t lowest = 0;
    for (const Include& include : includes_of(file)) {
      if (is_public(include)) lowest = std::max(lowest, public_layer(root_ / "include" / include.path));
    }
    visiting_.erase(file);
    return lowest;
  }

  [[nodiscard]] bool is_public(const Include& include) const { return exists_in("include", include); }
  [[nodiscard]] bool is_private(const Include& include) const { return exists_in("src", include); }
  [[nodiscard]] bool exists_in(const char* dir, const Include& include) const {
    const fs::path path(include.path);
    const bool from_the_top = std::ranges::find(path, fs::path("..")) == path.end();
    return from_the_top && fs::is_regular_file(root_ / dir / path);
  }

  [[nodiscard]] std::optional<std::size_t> layer_named(const std::string& name) const {
    auto found = std::ranges::find(layers_, name);
    if (found == layers_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - layers_.begin());
  }

  static std::string first_folder(const fs::path& file, const fs::path& top) {
    return file.lexically_relative(top).begin()->string();
  }

  void report_unknown(const fs::path& file, const Include& include) {
    report(file, include.line,
           "\"" + include.path + "\" is not a file under src/ or include/: write paths from there, and <…> for others");
  }

  void report(const fs::path& file, std::size_t line, std::string message) {
    violations_.push_back({file.lexically_relative(root_).generic_string(), line, std::move(message)});
  }

  fs::path root_;
  std::vector<std::string> layers_;
  std::set<fs::path> visiting_;
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<std::string> read_layers(const fs::path& file) {
  std::vector<std::string> layers;
  for (std::string& line : test::read_lines(file)) {
    if (!line.empty() && line.front() != '#') layers.push_back(std::move(line));
  }
  return layers;
}

std::vector<Violation> check_layers(const fs::path& root) { return Checker(root).run(); }

}  // namespace acode::house
