// Keeping, merging and writing the figures.
#include "figures.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace acode::bench {

using nlohmann::ordered_json;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values.at((values.size() - 1) / 2) + values.at(values.size() / 2)) / 2;
}

double Figure::by(const Figure& reference) const {
  return pairs.empty() ? nanoseconds / reference.nanoseconds : median(pairs);
}

const Figure* Figures::find(const std::string& name) const {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Figure& row) { return row.name() == name; });
  return found == rows.end() ? nullptr : &*found;
}

void Figures::merge(const Figures& other) {
  for (const Figure& row : other.rows) {
    const auto mine = std::find_if(rows.begin(), rows.end(), [&](const Figure& r) { return r.name() == row.name(); });
    if (mine == rows.end()) {
      rows.push_back(row);
      continue;
    }
    mine->pairs.insert(mine->pairs.end(), row.pairs.begin(), row.pairs.end());
    if (row.nanoseconds < mine->nanoseconds) {
      mine->nanoseconds = row.nanoseconds;
      mine->busy = row.busy;
    }
  }
  for (const std::string& line : other.about) {
    if (std::find(about.begin(), about.end(), line) == about.end()) about.push_back(line);
  }
}

void write_figures(const Figures& figures, const std::filesystem::path& path) {
  ordered_json rows = ordered_json::array();
  for (const Figure& row : figures.rows) {
    rows.push_back({{"group", row.group},
                    {"input", row.input},
                    {"subject", row.subject},
                    {"nanoseconds", row.nanoseconds},
                    {"bytes", row.bytes},
                    {"documents", row.documents},
                    {"mended", row.mended},
                    {"busy", row.busy},
                    {"pairs", row.pairs}});
  }
  std::ofstream file(path);
  file << ordered_json{{"about", figures.about}, {"figures", rows}}.dump(1) << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

Figures read_figures(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  const ordered_json text = ordered_json::parse(file);
  Figures figures;
  figures.about = text.at("about").get<std::vector<std::string>>();
  for (const ordered_json& row : text.at("figures")) {
    figures.rows.push_back({row.at("group"), row.at("input"), row.at("subject"), row.at("nanoseconds"), row.at("bytes"),
                            row.at("documents"), row.at("mended"), row.value("busy", 0.0),
                            row.value("pairs", std::vector<double>())});
  }
  return figures;
}

}  // namespace acode::bench
