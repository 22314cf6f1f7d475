// What was measured: kept in files, so that runs of several processes can be put together.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace acode::bench {

struct Figure {
  std::string group;
  std::string input;
  std::string subject;
  double nanoseconds = 0;  ///< for one document, the best of all samples; the median of bursts
  double bytes = 0;        ///< of one document, on average
  std::size_t documents = 1;
  std::size_t mended = 0;       ///< of broken documents: for how many there was a value, right or wrong
  double busy = 0;              ///< of a program on all cores: how much of them it used, up to 1; else 0
  std::vector<double> pairs{};  ///< of what was timed in bursts: each burst by the one of the reference beside it

  [[nodiscard]] std::string name() const { return group + "/" + input + "/" + subject; }

  /// Its time by that of another: where there are pairs their median, since then the other is what they are of.
  [[nodiscard]] double by(const Figure& reference) const;
};

/// The middle one, or the mean of the two that are in the middle. There must be one.
double median(std::vector<double> values);

struct Figures {
  std::vector<Figure> rows;
  std::vector<std::string> about;  ///< versions and the like, a line each

  [[nodiscard]] const Figure* find(const std::string& name) const;

  /// Takes in another run: the better time counts, and all pairs do.
  void merge(const Figures& other);
};

void write_figures(const Figures& figures, const std::filesystem::path& path);
Figures read_figures(const std::filesystem::path& path);

}  // namespace acode::bench
