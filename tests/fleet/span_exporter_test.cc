// Spans on their way to a collector that fails in every way that collectors do (OB-5).
#include "fleet/span_exporter.h"

#include <gtest/gtest.h>

#include "cli/program.h"
#include "fleet/collector.h"
#include "fleet/events.h"
#include "fleet/span_settings.h"

namespace acode::fleet {
namespace {

using observe::Span;
using std::chrono::milliseconds;
using test::Collector;
using test::eventually;

Span span_named(std::string name) {
  Span span;
  span.place = observe::new_place();
  span.name = std::move(name);
  span.begun = observe::SpanTime(std::chrono::seconds(1'700'000'000));
  span.ended = span.begun + milliseconds(3);
  span.attributes.emplace_back("gen_ai.request.model", "m \"1\"");
  span.attributes.emplace_back("acode.attempts", std::int64_t{2});
  span.attributes.emplace_back("acode.findings", std::vector<std::string>{"a", "b"});
  return span;
}

class Spans : public ::testing::Test {
 protected:
  SpanExporterOptions options_for(const std::string& url) {
    SpanExporterOptions options;
    options.url = *net::Url::parse(url + "/v1/traces");
    options.headers = {{"api-key", "hunter2"}};
    options.origin = {"svc", "host-7", "9.9"};
    options.interval = milliseconds(10);
    options.first_pause = milliseconds(10);
    return options;
  }
  [[nodiscard]] std::string log() const { return folder_.read("log"); }
  [[nodiscard]] int times_said(const std::string& piece) const {
    int count = 0;
    const std::string text = log();
    for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
    return count;
  }

  acode::test::TemporaryFolder folder_;
  observe::Logger logger_{{.level = observe::Level::kInfo}, observe::LogSink::file(folder_.write("log", ""))};
};

TEST_F(Spans, OB5_ArriveAsOtlpSaysInJson) {
  Collector collector;
  SpanExporter exporter(options_for(collector.url()), logger_);
  Span parent = span_named("first");
  parent.kind = observe::SpanKind::kServer;
  Span child = span_named("second");
  child.place = observe::new_place(parent.place.trace_id);
  child.parent_id = parent.place.span_id;
  child.failed = true;
  const observe::SpanPlace place = parent.place;
  exporter.add(std::move(parent));
  exporter.add(std::move(child));
  exporter.stop();
  ASSERT_EQ(collector.requests().size(), 1U);
  const net::ReceivedRequest request = collector.requests()[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/v1/traces");
  EXPECT_EQ(request.headers.get("Content-Type"), "application/json");
  EXPECT_EQ(request.headers.get("api-key"), "hunter2");
  EXPECT_NE(request.body.find(R"({"key":"service.name","value":{"stringValue":"svc"}})"), std::string::npos);
  const test::SeenSpan first = collector.span("first");
  EXPECT_EQ(first.trace_id, place.trace_id);
  EXPECT_EQ(first.trace_id.size(), 32U);
  EXPECT_EQ(first.span_id.size(), 16U);
  EXPECT_EQ(first.parent_id, "");
  EXPECT_EQ(first.kind, 2U);
  EXPECT_EQ(first.begun, 1'700'000'000'000'000'000U);
  EXPECT_EQ(first.ended - first.begun, 3'000'000U);
  EXPECT_FALSE(first.failed);
  EXPECT_EQ(first.attributes.at("gen_ai.request.model"), "m \"1\"");
  EXPECT_EQ(first.attributes.at("acode.attempts"), "2");
  EXPECT_EQ(first.attributes.at("acode.findings"), "a;b;");
  EXPECT_EQ(collector.span("second").parent_id, place.span_id);
  EXPECT_TRUE(collector.span("second").failed);
  EXPECT_EQ(exporter.counts().sent, 2U);
}

TEST_F(Spans, OB5_AreSentAgainIfTheCollectorIsBusyAndThatIsSaidOnce) {
  Collector collector({503, 429, 502});
  SpanExporter exporter(options_for(collector.url()), logger_);
  for (int i = 0; i < 5; ++i) exporter.add(span_named("s"));
  EXPECT_TRUE(eventually([&] { return exporter.counts().sent == 5; }));
  EXPECT_EQ(collector.spans().size(), 5U);
  EXPECT_EQ(exporter.counts().failures, 3U);
  EXPECT_EQ(exporter.counts().dropped, 0U);
  EXPECT_EQ(times_said("spans cannot be sent"), 1) << log();
  EXPECT_EQ(times_said("HTTP 503"), 1) << log();
  EXPECT_EQ(times_said("takes spans again"), 1) << log();
  EXPECT_EQ(times_said("hunter2"), 0) << log();
}

TEST_F(Spans, OB5_AreGivenUpAndCountedIfTheyAreRefused) {
  Collector collector({400});
  SpanExporter exporter(options_for(collector.url()), logger_);
  exporter.add(span_named("refused"));
  EXPECT_TRUE(eventually([&] { return exporter.counts().dropped == 1; }));
  collector.say(R"({"partialSuccess": {"rejectedSpans": "1", "errorMessage": "no"}})");
  exporter.add(span_named("taken"));
  EXPECT_TRUE(eventually([&] { return exporter.counts().dropped == 2; }));
  EXPECT_EQ(collector.requests().size(), 2U) << "none was sent again";
  EXPECT_NE(exporter.metrics().find("acode_spans_dropped_total 2\n"), std::string::npos) << exporter.metrics();
}

TEST_F(Spans, OB5_WaitInBoundedRoomAndHoldUpNobody) {
  SpanExporterOptions options = options_for("http://127.0.0.1:1");
  options.capacity = 16;
  options.first_pause = std::chrono::hours(1);
  options.stop_time = milliseconds(100);
  SpanExporter exporter(options, logger_);
  EXPECT_TRUE(eventually([&] {
    exporter.add(span_named("x"));
    return exporter.counts().failures > 0;
  }));
  for (int i = 0; i < 1000; ++i) exporter.add(span_named("x"));
  EXPECT_GE(exporter.counts().dropped, 1000U - 16U);
  const auto begun = std::chrono::steady_clock::now();
  exporter.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::minutes(1));
  EXPECT_EQ(times_said("ACODE-NET-005"), 1) << log();
}

TEST_F(Spans, OB5_TheVariablesOfOpenTelemetrySayWhere) {
  const auto settings = [](const std::string& endpoint, const Variables& variables) {
    auto read = span_settings(endpoint, variables);
    EXPECT_TRUE(read.ok());
    return *read;
  };
  EXPECT_FALSE(settings("", {}));
  EXPECT_EQ(settings("", {{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318"}})->url.text(), "http://c:4318/v1/traces");
  EXPECT_EQ(settings("", {{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318/otlp/"}})->url.text(),
            "http://c:4318/otlp/v1/traces");
  const Variables all = {{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318"},
                         {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://t/x"},
                         {"OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b, tenant = 7"},
                         {"OTEL_SERVICE_NAME", "gate"}};
  EXPECT_EQ(settings("", all)->url.text(), "https://t/x");
  EXPECT_EQ(settings("", all)->service, "gate");
  EXPECT_EQ(settings("", all)->headers,
            (std::vector<std::pair<std::string, std::string>>{{"api-key", "a b"}, {"tenant", "7"}}));
  EXPECT_EQ(settings("http://ours:1", all)->url.text(), "http://ours:1/v1/traces");
  EXPECT_FALSE(settings("", {all[0], {"OTEL_TRACES_EXPORTER", "none"}}));
  EXPECT_FALSE(settings("", {all[0], {"OTEL_SDK_DISABLED", "true"}}));
  EXPECT_FALSE(span_settings("", {{"OTEL_EXPORTER_OTLP_ENDPOINT", "::"}}).ok());
}

TEST(TraceParent, OB5_IsReadAsW3CSays) {
  const std::string trace = "0af7651916cd43dd8448eb211c80319c";
  const std::string span = "b7ad6b7169203331";
  const auto read = observe::read_traceparent("00-" + trace + "-" + span + "-01");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->place, (observe::SpanPlace{trace, span}));
  EXPECT_TRUE(read->sampled);
  EXPECT_EQ(observe::write_traceparent(read->place), "00-" + trace + "-" + span + "-01");
  EXPECT_FALSE(observe::read_traceparent("00-" + trace + "-" + span + "-00")->sampled);
  EXPECT_TRUE(observe::read_traceparent("cc-" + trace + "-" + span + "-01-what-the-future-brings"));
  for (const std::string& wrong :
       {std::string(), "00-" + trace + "-" + span, "00-" + trace + "-" + span + "-01-more",
        "ff-" + trace + "-" + span + "-01", "00-" + std::string(32, '0') + "-" + span + "-01",
        "00-" + trace + "-" + std::string(16, '0') + "-01", "00-0AF7651916CD43DD8448EB211C80319C-" + span + "-01",
        "00_" + trace + "-" + span + "-01"}) {
    EXPECT_FALSE(observe::read_traceparent(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace acode::fleet
