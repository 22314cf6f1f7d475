// Printing, and keeping in a file.
#include "gateway/table.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace acode::bench {
namespace {

using nlohmann::ordered_json;

std::string number(double value, int width) {
  std::ostringstream text;
  const int decimals = value < 10 ? 3 : value < 1000 ? 1 : 0;
  text << std::fixed << std::setprecision(decimals) << std::setw(width) << value;
  return text.str();
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string words_for(const GatewayRow& row) {
  std::ostringstream text;
  const bool is_least = row.bar->kind == GatewayBar::Kind::kRatioAtLeast;
  text << (is_least ? "at least " : "at most ") << row.bar->limit;
  if (row.bar->kind == GatewayBar::Kind::kAtMost) text << ' ' << row.unit;
  return text.str() + (row.is_reached() ? ": reached" : ": NOT REACHED");
}

}  // namespace

bool GatewayRow::is_reached() const {
  if (!bar) return true;
  if (bar->kind == GatewayBar::Kind::kAtMost) return acode <= bar->limit;
  if (!ratio) return false;
  return bar->kind == GatewayBar::Kind::kRatioAtLeast ? *ratio >= bar->limit : *ratio <= bar->limit;
}

void print_table(std::ostream& out, const GatewayTable& table) {
  for (const std::string& line : table.about) out << line << '\n';
  out << '\n' << padded("", 48) << padded("", 10) << "     nginx     acode   acode/nginx\n";
  for (const GatewayRow& row : table.rows) {
    out << padded(row.what, 48) << padded(row.unit, 10) << (row.nginx ? number(*row.nginx, 10) : std::string(10, ' '))
        << number(row.acode, 10) << (row.ratio ? number(*row.ratio, 10) : std::string(10, ' '));
    if (row.bar) out << "   " << words_for(row);
    out << '\n';
  }
}

void write_table(const GatewayTable& table, const std::filesystem::path& path) {
  ordered_json rows = ordered_json::array();
  for (const GatewayRow& row : table.rows) {
    ordered_json entry = {{"what", row.what}, {"unit", row.unit}, {"acode", row.acode}};
    if (row.nginx) entry["nginx"] = *row.nginx;
    if (row.ratio) entry["ratio"] = *row.ratio;
    if (row.bar) entry["reached"] = row.is_reached();
    rows.push_back(std::move(entry));
  }
  std::ofstream file(path);
  file << ordered_json{{"about", table.about}, {"figures", rows}}.dump(1) << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace acode::bench
