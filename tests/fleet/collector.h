// An OpenTelemetry collector, as far as a sender of spans can tell.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/reader.h"
#include "net/server.h"

namespace acode::fleet::test {

/// A span as it came, with attributes as texts.
struct SeenSpan {
  std::string name;
  std::string trace_id;
  std::string span_id;
  std::string parent_id;
  std::uint64_t kind = 0;
  std::uint64_t begun = 0;
  std::uint64_t ended = 0;
  bool failed = false;
  std::map<std::string, std::string> attributes;
};

/// Says what it is told to, and 200 when that is used up.
class Collector {
 public:
  explicit Collector(std::deque<int> statuses = {}) : statuses_(std::move(statuses)) {
    auto server = net::HttpServer::listen({}, [this](net::Exchange& exchange) { return serve(exchange); });
    server_ = std::move(*server);
    server_->start();
  }

  [[nodiscard]] std::string url() const { return server_->url().origin(); }
  void say(std::string body) { body_ = std::move(body); }

  [[nodiscard]] std::vector<net::ReceivedRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

  /// All spans of requests that were answered with 200.
  [[nodiscard]] std::vector<SeenSpan> spans() const {
    const std::lock_guard lock(mutex_);
    return spans_;
  }

  /// The one of this name; fails if there is none.
  [[nodiscard]] SeenSpan span(std::string_view name) const {
    for (const SeenSpan& span : spans()) {
      if (span.name == name) return span;
    }
    ADD_FAILURE() << "there is no span " << name;
    return {};
  }

 private:
  static std::string text(json::Value object, std::string_view name) {
    const auto found = object.find(name);
    return found ? std::string(found->as_string()) : "";
  }

  // {"stringValue": "a"}, {"intValue": "3"}, {"boolValue": true}, {"arrayValue": {"values": [...]}}
  static std::string value_text(json::Value value) {
    if (const auto one = value.find("stringValue")) return std::string(one->as_string());
    if (const auto one = value.find("intValue")) return std::string(one->as_string());
    std::string list;
    if (const auto array = value.find("arrayValue")) {
      for (const json::Value item : array->find("values")->elements()) list += value_text(item) + ";";
    }
    return list;
  }

  static SeenSpan read(json::Value value) {
    SeenSpan span;
    span.name = text(value, "name");
    span.trace_id = text(value, "traceId");
    span.span_id = text(value, "spanId");
    span.parent_id = text(value, "parentSpanId");
    span.kind = value.find("kind")->as_uint64().value_or(0);
    span.begun = std::stoull(text(value, "startTimeUnixNano"));
    span.ended = std::stoull(text(value, "endTimeUnixNano"));
    if (const auto status = value.find("status")) span.failed = status->find("code")->as_uint64() == 2;
    for (const json::Value attribute : value.find("attributes")->elements()) {
      span.attributes[text(attribute, "key")] = value_text(*attribute.find("value"));
    }
    return span;
  }

  void take(const std::string& body) {
    const auto document = json::parse(body);
    ASSERT_TRUE(document.ok()) << body;
    for (const json::Value resource : document->root().find("resourceSpans")->elements()) {
      for (const json::Value scope : resource.find("scopeSpans")->elements()) {
        for (const json::Value span : scope.find("spans")->elements()) spans_.push_back(read(span));
      }
    }
  }

  net::Task<> serve(net::Exchange& exchange) {
    int status = 200;
    {
      const std::lock_guard lock(mutex_);
      if (!statuses_.empty()) {
        status = statuses_.front();
        statuses_.pop_front();
      }
      requests_.push_back(exchange.request());
      if (status == 200) take(exchange.request().body);
    }
    const net::HttpHead head(status, "application/json");
    const std::string body = status == 200 ? body_ : "{}";
    auto responding = exchange.respond(head, body);
    co_await std::move(responding);
  }

  mutable std::mutex mutex_;
  std::deque<int> statuses_;
  std::string body_ = "{}";
  std::vector<net::ReceivedRequest> requests_;
  std::vector<SeenSpan> spans_;
  std::unique_ptr<net::HttpServer> server_;
};

}  // namespace acode::fleet::test
