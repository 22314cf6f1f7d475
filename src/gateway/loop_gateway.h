// What the exchanges of one loop share: connections to the upstream, tools made ready, and what all loops have in common.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>

#include "gateway/ready_tools.h"
#include "gateway/recorder.h"
#include "gateway/settings.h"
#include "net/upstreams.h"

namespace acode::gateway {

/// The settings in force. They may be replaced while exchanges run: each keeps those that it began with.
class SharedSettings {
 public:
  explicit SharedSettings(GatewaySettings settings)
      : settings_(std::make_shared<const GatewaySettings>(std::move(settings))) {}

  [[nodiscard]] std::shared_ptr<const GatewaySettings> get() const { return std::atomic_load(&settings_); }
  void set(GatewaySettings settings) {
    std::atomic_store(&settings_, std::make_shared<const GatewaySettings>(std::move(settings)));
  }

 private:
  std::shared_ptr<const GatewaySettings> settings_;
};

class LoopGateway {
 public:
  /// Settings and recorder must outlive this.
  LoopGateway(const SharedSettings& settings, Recorder& recorder, std::shared_ptr<net::Upstreams> upstreams)
      : shared_(settings), recorder_(recorder), upstreams_(std::move(upstreams)) {
    use(shared_.get());
  }

  /// Those in force for an exchange that begins now.
  std::shared_ptr<const GatewaySettings> settings() {
    std::shared_ptr<const GatewaySettings> newest = shared_.get();
    if (newest != current_) use(std::move(newest));
    return current_;
  }

  [[nodiscard]] ToolCache& tools() { return *tools_; }
  [[nodiscard]] Recorder& recorder() { return recorder_; }
  [[nodiscard]] net::Upstreams& upstreams() { return *upstreams_; }

  /// Models of which the upstream said that they have no tools.
  [[nodiscard]] bool is_without_tools(const std::string& model) const { return without_tools_.contains(model); }
  [[nodiscard]] bool are_without_tools() const { return !without_tools_.empty(); }
  void remember_without_tools(const std::string& model) {
    constexpr std::size_t kMost = 1000;
    if (without_tools_.size() < kMost) without_tools_.insert(model);
  }

  /// From 0 to 1.
  double random() { return std::uniform_real_distribution<double>(0, 1)(random_); }

 private:
  void use(std::shared_ptr<const GatewaySettings> settings) {
    current_ = std::move(settings);
    schema::ToolOptions options;
    options.strict = current_->strict_validation;
    options.lint = false;
    tools_ = std::make_unique<ToolCache>(current_->pipeline, options);
  }

  const SharedSettings& shared_;
  Recorder& recorder_;
  std::shared_ptr<net::Upstreams> upstreams_;
  std::shared_ptr<const GatewaySettings> current_;
  std::unique_ptr<ToolCache> tools_;
  std::unordered_set<std::string> without_tools_;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace acode::gateway
