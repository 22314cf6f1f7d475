// The texts themselves.
#include "calls_texts.h"

#include <array>

namespace acode::bench {
namespace {

constexpr std::string_view kTools = R"json([
  {"name": "get_weather", "description": "The weather of the next days", "parameters": {"type": "object",
    "properties": {"city": {"type": "string", "minLength": 1}, "days": {"type": "integer", "minimum": 1, "maximum": 14},
      "units": {"type": "string", "enum": ["metric", "imperial"]}, "hourly": {"type": "boolean"}},
    "required": ["city"], "additionalProperties": false}},
  {"name": "search_issues", "description": "Looks for issues of a project", "parameters": {"type": "object",
    "properties": {"query": {"type": "string"}, "state": {"type": "string", "enum": ["open", "closed", "all"]},
      "labels": {"type": "array", "items": {"type": "string"}, "maxItems": 10},
      "limit": {"type": "integer", "minimum": 1, "maximum": 100}},
    "required": ["query"], "additionalProperties": false}},
  {"name": "create_event", "description": "Puts an appointment into the calendar", "parameters": {"type": "object",
    "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 200}, "start": {"type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"}, "minutes": {"type": "integer", "minimum": 5},
      "place": {"type": "string"}, "agenda": {"type": "array", "items": {"type": "string"}},
      "attendees": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"},
        "email": {"type": "string"}, "optional": {"type": "boolean"}}, "required": ["name", "email"],
        "additionalProperties": false}}},
    "required": ["title", "start"], "additionalProperties": false}},
  {"name": "edit_file", "description": "Replaces lines of a file", "parameters": {"type": "object",
    "properties": {"path": {"type": "string"}, "edits": {"type": "array", "minItems": 1, "items": {"type": "object",
      "properties": {"line": {"type": "integer", "minimum": 1}, "old": {"type": "string"}, "new": {"type": "string"}},
      "required": ["line", "new"], "additionalProperties": false}}},
    "required": ["path", "edits"], "additionalProperties": false}},
  {"name": "write_file", "description": "Writes a file", "parameters": {"type": "object",
    "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
    "required": ["path", "content"], "additionalProperties": false}},
  {"name": "send_email", "description": "Sends a letter", "parameters": {"type": "object",
    "properties": {"to": {"type": "array", "items": {"type": "string"}, "minItems": 1}, "subject": {"type": "string"},
      "body": {"type": "string"}, "urgent": {"type": "boolean"}},
    "required": ["to", "subject", "body"], "additionalProperties": false}}
])json";

constexpr std::array<ToolUse, 4> kShortCalls = {{
    {"get_weather", R"({"city": "Clermont-Ferrand, France", "days": 10, "units": "metric", "hourly": false})"},
    {"search_issues", R"({"query": "crash when saving", "state": "open", "labels": ["bug"], "limit": 100})"},
    {"create_event", R"({"title": "Dentist", "start": "2026-03-04T15:30", "minutes": 45, "place": "Rue Pascal"})"},
    {"edit_file", R"({"path": "src/index.cc", "edits": [{"line": 42, "old": "int i = 0", "new": "int i = 1"}]})"},
}};

constexpr ToolUse kQwen3XmlCall = {"get_weather", R"({"city": "Clermont-Ferrand, France", "days": 10})"};

constexpr ToolUse kPythonicCall = {
    "create_event",
    R"({"title": "Dentist", "start": "2026-03-04T15:30", "minutes": 45, "place": "Rue Pascal 12, first floor", )"
    R"("agenda": ["bring the old pictures"]})"};

constexpr std::string_view kEdits =
    R"json({"path": "src/server/session_cache.cc", "edits": [)json"
    R"json({"line": 12, "old": "#include <map>", "new": "#include <chrono>\n#include <unordered_map>"}, )json"
    R"json({"line": 31, "old": "  std::map<std::string, Session> sessions_;", "new": "  /// Keyed by the )json"
    R"json(session's id. Guarded by mutex_.\n  std::unordered_map<std::string, Session> sessions_;"}, )json"
    R"json({"line": 58, "old": "  return sessions_.at(id);", "new": "  const auto found = sessions_.find(id);\n  )json"
    R"json(if (found == sessions_.end()) {\n    log::warn(\"no session \\\"{}\\\"\", id);\n    return )json"
    R"json(std::nullopt;\n  }\n  found->second.last_used = Clock::now();\n  return found->second;"}, )json"
    R"json({"line": 77, "old": "void SessionCache::clean() {}", "new": "void SessionCache::clean() {\n  const )json"
    R"json(auto oldest = Clock::now() - kIdleTime;\n  std::lock_guard lock(mutex_);\n  for (auto it = )json"
    R"json(sessions_.begin(); it != sessions_.end();) {\n    if (it->second.last_used < oldest) {\n      )json"
    R"json(metrics_.count(\"session.expired\");\n      it = sessions_.erase(it);\n    } else {\n      ++it;\n    )json"
    R"json(}\n  }\n}"}, )json"
    R"json({"line": 104, "old": "  char path[64];\n  sprintf(path, \"%s\\\\%s\", root, name);", "new": "  const )json"
    R"json(std::filesystem::path path = root / name;\n  if (!path.lexically_normal().string().starts_with(root)) )json"
    R"json({\n    throw BadRequest(\"the name leads outside: \" + name);\n  }"}, )json"
    R"json({"line": 131, "old": "TEST(SessionCache, Clean) {}", "new": "TEST(SessionCache, CleanDropsTheIdle) )json"
    R"json({\n  SessionCache cache;\n  cache.add(\"a\", Session{.last_used = Clock::now() - 2 * kIdleTime});\n  )json"
    R"json(cache.add(\"b\", Session{.last_used = Clock::now()});\n  cache.clean();\n  EXPECT_FALSE(cache.)json"
    R"json(find(\"a\"));\n  EXPECT_TRUE(cache.find(\"b\"));\n}"}, )json"
    R"json({"line": 140, "new": "TEST(SessionCache, AnUnknownIdIsNothing) {\n  SessionCache cache;\n  )json"
    R"json(EXPECT_EQ(cache.find(\"c\"), std::nullopt);\n  EXPECT_EQ(cache.find(\"\"), std::nullopt);\n}\n\n)json"
    R"json(TEST(SessionCache, ANameThatLeadsOutsideIsRefused) {\n  SessionCache cache;\n  )json"
    R"json(EXPECT_THROW(cache.load(\"../x\"), BadRequest);\n}"}]})json";

constexpr std::string_view kMeeting =
    R"json({"title": "Quarterly review: storage and search teams", "start": "2026-04-14T09:30", "minutes": 150, )json"
    R"json("place": "Room 4.12, with a link for those abroad", "agenda": [)json"
    R"json("Welcome, and what was decided last time (Ana, 10 minutes)", )json"
    R"json("Figures of the quarter: growth, outages, cost per terabyte; see the sheet of 9 April", )json"
    R"json("Moving the index to the new cluster: what went well, what did not, what is left until June", )json"
    R"json("Why the nightly compaction took eleven hours on 3 March, and the plan to keep it below four", )json"
    R"json("Hiring: two open places in Zürich, one in Kraków; interviews are to end by the middle of May", )json"
    R"json("The wish of the support team: a switch that turns off fuzzy search for a single customer", )json"
    R"json("Demonstration: restoring one shard from last night, live, with everything that may go wrong", )json"
    R"json("Open questions, and who takes which of them home"], "attendees": [)json"
    R"json({"name": "Ana Duarte", "email": "ana.duarte@example.com", "optional": false}, )json"
    R"json({"name": "Bogdan Ilić", "email": "bogdan.ilic@example.com", "optional": false}, )json"
    R"json({"name": "Chidi Okafor", "email": "chidi.okafor@example.com", "optional": true}, )json"
    R"json({"name": "Dörte Brandt", "email": "doerte.brandt@example.com", "optional": false}, )json"
    R"json({"name": "Elena Popescu", "email": "elena.popescu@example.com", "optional": false}, )json"
    R"json({"name": "Farid Haddad", "email": "farid.haddad@example.com", "optional": true}, )json"
    R"json({"name": "Greta Lindqvist", "email": "greta.lindqvist@example.com", "optional": false}, )json"
    R"json({"name": "Hiroshi Tanaka", "email": "hiroshi.tanaka@example.com", "optional": true}, )json"
    R"json({"name": "Ines Moreau", "email": "ines.moreau@example.com", "optional": false}, )json"
    R"json({"name": "Jakub Nowak", "email": "jakub.nowak@example.com", "optional": false}, )json"
    R"json({"name": "Kavya Raman", "email": "kavya.raman@example.com", "optional": false}, )json"
    R"json({"name": "Liam Byrne", "email": "liam.byrne@example.com", "optional": true}, )json"
    R"json({"name": "Marta Ferrari", "email": "marta.ferrari@example.com", "optional": false}]})json";

constexpr std::string_view kLetter =
    R"json({"to": ["orders@example.com", "m.keller@example.com"], "subject": "Order 20417: two of six crates )json"
    R"json(arrived damaged", "urgent": true, "body": "Dear Ms Keller,\n\nthank you for the quick delivery on )json"
    R"json(Tuesday. Four of the six crates are fine and have gone to the workshop. The other two, numbers 3 and )json"
    R"json(5, had been opened on the way: the tape was cut, one corner of crate 5 is crushed, and the sheet )json"
    R"json(inside says \"packed: 24\" where we counted 19.\n\nWhat is missing or broken:\n\n- 5 valves, type )json"
    R"json(V-200/b (crate 5, none left in the tray)\n- 2 gauges with cracked glass (crate 3)\n- 1 set of seals, )json"
    R"json(the bag is torn and the seals are bent\n\nThe driver has signed for the damage; a copy of his slip and )json"
    R"json(eleven photographs are in the folder that I shared with you this morning. As agreed in paragraph 7 of )json"
    R"json(the contract we would like to have the parts replaced rather than refunded. We need the valves by the )json"
    R"json(19th at the latest, because the test stand is booked from the 20th and cannot be moved again before )json"
    R"json(the summer. If V-200/b is out of stock, V-210 would do as well, provided that the thread is still )json"
    R"json(1/2\".\n\nCould you please tell us\n\n1. whether the parts can be here by the 19th,\n2. whether you )json"
    R"json(want the damaged ones back, and at whose cost,\n3. who speaks to the carrier: you, or we?\n\nI can be )json"
    R"json(reached at the usual number until half past five today, and tomorrow from eight. My colleague )json"
    R"json(Mr Sauer knows about the matter too, should I be away from my desk.\n\nMay I add that everything else )json"
    R"json(in this order was just right: the labels are much easier to read than last year's, and the new trays )json"
    R"json(saved us an afternoon of sorting. The workshop asked me to pass that on to whoever thought of them.)json"
    R"json( On the next order please use them for the gauges as well.\n\nFor your records: the order is of 26 )json"
    R"json(February, the delivery note has the number L-88213, and the carrier calls the two crates 7741-3 and )json"
    R"json(7741-5.\n\nKind regards\n\nTeresa Albrecht\nPurchasing, Hall 2\n"})json";

constexpr std::string_view kReadme =
    R"json({"path": "docs/backup.md", "content": "# Backups\n\nEvery night at 02:15 the server writes a snapshot )json"
    R"json(of each volume to the second site. This page tells how to see that it has worked, and what to do when )json"
    R"json(it has not.\n\n## Looking\n\n```sh\nsnapctl list --since yesterday --format \"{volume}\\t{state}\"\n)json"
    R"json(```\n\nEach volume has to stand there with the state `done`. `late` means that it is still being )json"
    R"json(copied; that is no reason to worry before nine. Anything else is.\n\n| state | what to do |\n|---|---|)json"
    R"json(\n| `late` | wait until nine, then look at the link between the sites |\n| `failed` | read the log, )json"
    R"json(mend the cause, start it again by hand |\n| `missing` | the timer has not fired: `systemctl status )json"
    R"json(snapctl.timer` |\n\n## Again by hand\n\n```sh\nsudo snapctl run --volume home --verbose\n```\n\nThis )json"
    R"json(takes about as long as a cup of tea for `home`, and an hour for `media`. It may be stopped at any time )json"
    R"json(with Ctrl-C: the next run goes on where it was.\n\n## Getting something back\n\n1. Find the night: )json"
    R"json(`snapctl find --path 'reports/2026'`\n2. Look into it: `snapctl mount 2026-02-11 /mnt/back`\n3. Copy )json"
    R"json(what is needed, as the user who owns it.\n4. `snapctl unmount /mnt/back`\n\nNever copy over the live )json"
    R"json(volume as root: the owners would be wrong afterwards.\n\n## Once a quarter\n\nSomebody who has not )json"
    R"json(done it before restores one folder from each volume, following this page and nothing else. What was )json"
    R"json(unclear is written down and mended here. The last time was on 12 January (Jonas); it took 40 minutes, )json"
    R"json(25 of them for finding the key.\n\n## Where the key is\n\nIn the safe of the second site, in the blue )json"
    R"json(envelope. The door needs two people; the list is in `people.md`.\n\n## )json"
    R"json(What is not in it\n\nCaches, what was built, and everything below a folder with a file `.nobackup` in )json"
    R"json(it. Databases are dumped at 01:30, so what stands in the snapshot is the dump and not the files that )json"
    R"json(were being written; restoring those would seem to work, and fail a week later.\n"})json";

constexpr std::array<ToolUse, 4> kLongCalls = {{
    {"edit_file", kEdits},
    {"create_event", kMeeting},
    {"send_email", kLetter},
    {"write_file", kReadme},
}};

}  // namespace

std::string_view tools_text() { return kTools; }
std::vector<ToolUse> short_calls() { return {kShortCalls.begin(), kShortCalls.end()}; }
ToolUse qwen3_xml_call() { return kQwen3XmlCall; }
ToolUse pythonic_call() { return kPythonicCall; }
std::vector<ToolUse> long_calls() { return {kLongCalls.begin(), kLongCalls.end()}; }

}  // namespace acode::bench
