// Columns for what is counted and searched for; JSON for what is only shown.
#include "observe/event_rows.h"

#include <array>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/value.h"
#include "acode/json/writer.h"

namespace acode::observe {
namespace {

using json::Value;

constexpr auto kNumber = EventColumn::Kind::kInteger;
constexpr auto kNumberOrNone = EventColumn::Kind::kIntegerOrNull;
constexpr auto kText = EventColumn::Kind::kText;

constexpr std::array<EventColumn, 21> kColumns = {{
    {"time_ms", kNumber},
    {"provider", kText},
    {"model", kText},
    {"correlation_id", kText},
    {"tool_name", kText},
    {"tool_call_id", kText},
    {"outcome", kNumber},
    {"coerced", kNumber},
    {"truncated", kNumber},
    {"repairs", kText},
    {"coercions", kText},
    {"validation_errors", kText},
    {"retry_count", kNumber},
    {"parse_ns", kNumber},
    {"repair_ns", kNumber},
    {"retry_ns", kNumber},
    {"total_tokens", kNumber},
    {"error_code", kText},
    {"error_offset", kNumberOrNone},
    {"attempts", kText},
    {"execution", kText},
}};

std::string_view type_of(const EventColumn& column) {
  if (column.kind == kText) return "TEXT NOT NULL";
  return column.kind == kNumber ? "INTEGER NOT NULL" : "INTEGER";
}

// Numbers are never given twice: by them it is known what was sent to another store.
std::string make_events_sql() {
  std::string columns = "id INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL";
  for (const EventColumn& column : kColumns) {
    columns += ", " + std::string(column.name) + " " + std::string(type_of(column));
  }
  return "CREATE TABLE events (" + columns +
         ");"
         "CREATE INDEX events_by_time ON events (time_ms);"
         "CREATE INDEX events_by_correlation ON events (correlation_id);"
         "CREATE TABLE spool (one INTEGER PRIMARY KEY, store TEXT NOT NULL, sent INTEGER NOT NULL);"
         "PRAGMA user_version = " +
         std::to_string(kSchemaVersion) + ";";
}

// --- lists as JSON ---

/// Writes an object or an array member by member, in place of what the text was: its memory is used again.
class JsonText {
 public:
  explicit JsonText(std::string& text) : text_(text) { text_.clear(); }

  JsonText& open(char bracket) {
    comma();
    text_ += bracket;
    first_ = true;
    return *this;
  }
  JsonText& close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
  }
  JsonText& name(std::string_view name) {
    comma();
    json::write_string_to(text_, name);
    text_ += ':';
    first_ = true;
    return *this;
  }
  JsonText& string(std::string_view string) {
    comma();
    json::write_string_to(text_, string);
    return *this;
  }
  JsonText& number(std::uint64_t number) {
    comma();
    text_ += std::to_string(number);
    return *this;
  }

 private:
  void comma() {
    if (!std::exchange(first_, false)) text_ += ',';
  }

  std::string& text_;
  bool first_ = true;
};

void write_list(std::string& text, const std::vector<std::string>& list) {
  JsonText out(text);
  if (list.empty()) return;
  out.open('[');
  for (const std::string& item : list) out.string(item);
  out.close(']');
}

void write_repairs(std::string& text, const std::vector<RepairCount>& repairs) {
  JsonText out(text);
  if (repairs.empty()) return;
  out.open('{');
  for (const RepairCount& repair : repairs) out.name(repair.kind).number(repair.count);
  out.close('}');
}

void write_edit(JsonText& out, const EditNote& edit) {
  out.open('{').name("kind").string(edit.kind);
  if (edit.offset) out.name("offset").number(*edit.offset);
  out.name("removed").number(edit.removed).name("inserted").number(edit.inserted);
  if (!edit.punctuation.empty()) out.name("punctuation").string(edit.punctuation);
  out.close('}');
}

void write_attempts(std::string& text, const std::vector<Attempt>& attempts) {
  JsonText out(text);
  out.open('[');
  for (const Attempt& attempt : attempts) {
    out.open('{').name("number").number(attempt.number).name("rung").string(attempt.rung);
    out.name("original").string(attempt.original);
    if (!attempt.edits.empty()) {
      out.name("edits").open('[');
      for (const EditNote& edit : attempt.edits) write_edit(out, edit);
      out.close(']');
    }
    if (!attempt.repaired.empty()) out.name("repaired").string(attempt.repaired);
    if (!attempt.error_code.empty()) out.name("error_code").string(attempt.error_code);
    if (!attempt.error_message.empty()) out.name("error_message").string(attempt.error_message);
    if (attempt.in_words) out.name("in_words").number(1);
    out.close('}');
  }
  out.close(']');
}

// --- and back: what is not there reads as nothing ---

std::string string_at(Value object, std::string_view name) {
  const auto found = object.find(name);
  return found ? std::string(found->as_string()) : std::string();
}

std::uint64_t number_at(Value object, std::string_view name) {
  const auto found = object.find(name);
  return found ? found->as_uint64().value_or(0) : 0;
}

template <class Use>
void with_json(std::string_view text, Use use) {
  if (text.empty()) return;
  constexpr Limits kOwnTexts{std::size_t{1} << 27, 8};
  const Result<json::Document> document = json::parse(text, kOwnTexts);
  if (document) use(document->root());
}

std::vector<std::string> list_in(std::string_view text) {
  std::vector<std::string> list;
  with_json(text, [&list](Value value) {
    for (const Value item : value.elements()) list.emplace_back(item.as_string());
  });
  return list;
}

std::vector<RepairCount> repairs_in(std::string_view text) {
  std::vector<RepairCount> repairs;
  with_json(text, [&repairs](Value value) {
    for (const json::Member member : value.members()) {
      repairs.push_back({std::string(member.name), member.value.as_uint64().value_or(0)});
    }
  });
  return repairs;
}

EditNote edit_in(Value value) {
  EditNote edit;
  edit.kind = string_at(value, "kind");
  if (value.find("offset")) edit.offset = number_at(value, "offset");
  edit.removed = number_at(value, "removed");
  edit.inserted = number_at(value, "inserted");
  edit.punctuation = string_at(value, "punctuation");
  return edit;
}

Attempt attempt_in(Value value) {
  Attempt attempt;
  attempt.number = static_cast<unsigned>(number_at(value, "number"));
  attempt.rung = string_at(value, "rung");
  attempt.original = string_at(value, "original");
  attempt.repaired = string_at(value, "repaired");
  attempt.error_code = string_at(value, "error_code");
  attempt.error_message = string_at(value, "error_message");
  attempt.in_words = number_at(value, "in_words") != 0;
  if (const auto edits = value.find("edits")) {
    for (const Value edit : edits->elements()) attempt.edits.push_back(edit_in(edit));
  }
  return attempt;
}

std::vector<Attempt> attempts_in(std::string_view text) {
  std::vector<Attempt> attempts;
  with_json(text, [&attempts](Value value) {
    for (const Value item : value.elements()) attempts.push_back(attempt_in(item));
  });
  return attempts;
}

std::int64_t signed_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }
std::uint64_t unsigned_of(std::int64_t number) { return number < 0 ? 0 : static_cast<std::uint64_t>(number); }

}  // namespace

std::span<const EventColumn> event_columns() { return kColumns; }

std::string event_column_list() {
  std::string names;
  for (const EventColumn& column : kColumns) names += (names.empty() ? "" : ", ") + std::string(column.name);
  return names;
}

std::string make_tables_sql() {
  return make_events_sql() +
         "CREATE TABLE breaker (provider TEXT NOT NULL, model TEXT NOT NULL, failures INTEGER NOT NULL, "
         "opened_ms INTEGER NOT NULL, PRIMARY KEY (provider, model)) WITHOUT ROWID;"
         "PRAGMA application_id = " +
         std::to_string(kApplicationId) + ";";
}

std::string upgrade_from_1_sql() {
  // As EventNames makes them.
  const std::string name = "printf('%012x7%.3s8%.15s', time_ms, lower(hex(randomblob(2))), lower(hex(randomblob(8))))";
  return "DROP INDEX events_by_time; DROP INDEX events_by_correlation; ALTER TABLE events RENAME TO events_1;" +
         make_events_sql() + "INSERT INTO events (id, event_id, " + event_column_list() + ") SELECT id, " + name +
         ", " + event_column_list() + " FROM events_1 ORDER BY id; DROP TABLE events_1;";
}

std::string insert_events_sql(std::size_t count) {
  std::string row = "(?";
  for (std::size_t i = 0; i < kColumns.size(); ++i) row += ", ?";
  row += ")";
  // OR FAIL: else pages would be copied, so that the rows before an error could be taken back.
  std::string sql = "INSERT OR FAIL INTO events (event_id, " + event_column_list() + ") VALUES " + row;
  for (std::size_t i = 1; i < count; ++i) sql += ", " + row;
  return sql;
}

void bind_event(Statement& insert, std::size_t place, const CallEvent& event, RowTexts& texts) {
  write_repairs(texts.repairs, event.repairs);
  write_list(texts.coercions, event.coercions);
  write_list(texts.validation_errors, event.validation_errors);
  write_attempts(texts.attempts, event.attempts);
  int at = static_cast<int>(place * (1 + kColumns.size()));
  insert.bind_kept(++at, texts.event_id);
  insert.bind(++at, event.time.time_since_epoch().count());
  for (const std::string* text :
       {&event.provider, &event.model, &event.correlation_id, &event.tool_name, &event.tool_call_id}) {
    insert.bind_kept(++at, *text);
  }
  insert.bind(++at, static_cast<std::int64_t>(event.outcome));
  insert.bind(++at, std::int64_t{event.coerced ? 1 : 0});
  insert.bind(++at, std::int64_t{event.truncated ? 1 : 0});
  for (const std::string* text : {&texts.repairs, &texts.coercions, &texts.validation_errors}) {
    insert.bind_kept(++at, *text);
  }
  insert.bind(++at, std::int64_t{event.retry_count});
  for (const std::chrono::nanoseconds time : {event.parse_time, event.repair_time, event.retry_time}) {
    insert.bind(++at, time.count());
  }
  insert.bind(++at, signed_of(event.total_tokens));
  insert.bind_kept(++at, event.error_code);
  if (event.error_position) {
    insert.bind(++at, signed_of(*event.error_position));
  } else {
    insert.bind_null(++at);
  }
  insert.bind_kept(++at, texts.attempts);
  insert.bind_kept(++at, event.execution);
}

std::string select_events_sql(Extent extent, std::string_view table) {
  std::string columns = event_column_list();
  constexpr std::string_view kAttempts = " attempts,";
  if (extent == Extent::kWithoutAttempts) columns.replace(columns.find(kAttempts), kAttempts.size(), " '',");
  return "SELECT " + columns + " FROM " + std::string(table) + " ";
}

std::string select_spooled_sql() { return "SELECT id, event_id, " + event_column_list() + " FROM events "; }

CallEvent event_in(const Row& row) {
  int at = 0;
  CallEvent event;
  event.time = WallTime(std::chrono::milliseconds(row.integer(at++)));
  for (std::string* text :
       {&event.provider, &event.model, &event.correlation_id, &event.tool_name, &event.tool_call_id}) {
    *text = row.text(at++);
  }
  event.outcome = static_cast<Outcome>(std::min<std::uint64_t>(unsigned_of(row.integer(at++)), kOutcomes - 1));
  event.coerced = row.integer(at++) != 0;
  event.truncated = row.integer(at++) != 0;
  event.repairs = repairs_in(row.text(at++));
  event.coercions = list_in(row.text(at++));
  event.validation_errors = list_in(row.text(at++));
  event.retry_count = static_cast<unsigned>(row.integer(at++));
  for (std::chrono::nanoseconds* time : {&event.parse_time, &event.repair_time, &event.retry_time}) {
    *time = std::chrono::nanoseconds(row.integer(at++));
  }
  event.total_tokens = unsigned_of(row.integer(at++));
  event.error_code = row.text(at++);
  if (!row.is_null(at)) event.error_position = unsigned_of(row.integer(at));
  ++at;
  event.attempts = attempts_in(row.text(at++));
  event.execution = row.text(at);
  return event;
}

}  // namespace acode::observe
