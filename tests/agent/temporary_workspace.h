// A workspace of a test's own, with a directory beside it that nothing may get at.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "agent/workspace.h"

namespace acode::agent {

class TemporaryWorkspace {
 public:
  explicit TemporaryWorkspace(detail::Resolver resolver = detail::Resolver::kKernel) {
    std::string name = (std::filesystem::temp_directory_path() / "acode-workspace-XXXXXX").string();
    base_ = std::filesystem::canonical(::mkdtemp(name.data()));
    std::filesystem::create_directories(base_ / "ws");
    std::filesystem::create_directories(base_ / "outside");
    put(base_ / "outside/secret.txt", "SECRET");
    OrRefusal<Workspace> opened = Workspace::open((base_ / "ws").string(), resolver);
    workspace_.emplace_back(std::move(std::get<Workspace>(opened)));
  }
  TemporaryWorkspace(const TemporaryWorkspace&) = delete;
  TemporaryWorkspace& operator=(const TemporaryWorkspace&) = delete;
  ~TemporaryWorkspace() {
    std::error_code ignored;
    std::filesystem::permissions(base_ / "ws", std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(base_, ignored);
  }

  [[nodiscard]] const Workspace& workspace() const { return workspace_.front(); }
  [[nodiscard]] std::filesystem::path top() const { return base_ / "ws"; }
  [[nodiscard]] std::filesystem::path outside() const { return base_ / "outside"; }

  void file(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((top() / path).parent_path());
    put(top() / path, text);
  }
  void link(const std::string& path, const std::string& target) const {
    std::filesystem::create_symlink(target, top() / path);
  }
  [[nodiscard]] std::string text_of(const std::string& path) const {
    std::ifstream in(top() / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] bool exists(const std::string& path) const {
    return std::filesystem::exists(std::filesystem::symlink_status(top() / path));
  }

 private:
  static void put(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  std::filesystem::path base_;
  std::vector<Workspace> workspace_;
};

/// The refusal's words; empty if it was none.
template <class T>
std::string refusal_of(const OrRefusal<T>& result) {
  const auto* refusal = std::get_if<Refusal>(&result);
  return refusal == nullptr ? std::string() : refusal->message;
}

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no \"" << part << "\" in: " << text;
}

}  // namespace acode::agent
