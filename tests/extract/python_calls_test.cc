// Calls written as Python, in all the ways that models write them (TX-4).
#include "extract/python_calls.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/toolset.h"

namespace acode::extract {
namespace {

const schema::Toolset& toolset() {
  static const schema::Toolset kTools = schema::load_tools(R"([
    {"name": "f", "parameters": {"type": "object", "properties": {"a": {}, "b": {}, "s": {"type": "string"}}}},
    {"name": "g", "parameters": {"type": "object", "properties": {}}},
    {"name": "math.lcm", "parameters": {"type": "object", "properties": {"x": {}, "y": {}}, "required": ["x", "y"]}},
    {"name": "get_user", "parameters": {"type": "object", "properties": {"user_id": {}, "day-of": {}}}},
    {"name": "put", "parameters": {"type": "object", "properties": {"document": {"type": "object"}, "n": {}}}}
  ])")
                                            .tools;
  return kTools;
}

const Tools& tools() {
  static const Tools kKnown(&toolset());
  return kKnown;
}

const Tools& no_tools() {
  static const Tools kNone(nullptr);
  return kNone;
}

// `name{arguments}` for each call, with ` ?` if it is not complete; `no` if there is none, and what is left of the text.
std::string shown(const Look& look, std::string_view text) {
  if (look.state == Look::State::kMore) return "more";
  if (look.state == Look::State::kNot) return "no";
  std::string out;
  std::vector<TextCall> calls = look.calls;
  for (const PlainCall& plain : look.plain) calls.push_back(spelled_out(PlainCall(plain)));
  for (TextCall& call : calls) {
    if (call.arguments.empty() && call.value) call.arguments = json::write(call.value->value());
    EXPECT_TRUE(json::parse(call.arguments)) << call.arguments;
    EXPECT_LE(call.offset + call.length, look.length);
    if (!out.empty()) out += ' ';
    out += call.name + call.arguments + (call.complete ? "" : " ?");
  }
  const std::string_view rest = text.substr(look.length);
  return rest.empty() ? out : out + " | " + std::string(rest);
}

std::string read(std::string_view text, PythonPlace place = PythonPlace::kAnywhere, const Tools& known = tools(),
                 std::string_view end_marker = {}) {
  PythonCallsReader whole(known, place, end_marker);
  std::string result = shown(whole.look(text, true), text);
  // The same, byte by byte; an answer must not change when more comes.
  PythonCallsReader pieces(known, place, end_marker);
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const Look look = pieces.look(text.substr(0, length), false);
    if (look.state == Look::State::kMore) continue;
    EXPECT_EQ(shown(look, text), result) << "after " << text.substr(0, length);
    return result;
  }
  EXPECT_EQ(shown(pieces.look(text, true), text), result) << "at the end of " << text;
  return result;
}

// The arguments of f(…).
std::string arguments(const std::string& written) {
  const std::string result = read("f(" + written + ")");
  return result.starts_with("f{") ? result.substr(1) : result;
}

// The value of an argument, as JSON.
std::string value(const std::string& written) {
  const std::string all = arguments("a=" + written);
  return all.starts_with("{\"a\":") ? all.substr(5, all.size() - 6) : all;
}

std::vector<std::string> warnings(std::string_view text) {
  PythonCallsReader reader(tools());
  const Look look = reader.look(text, true);
  if (!look.plain.empty()) return {};
  return look.calls.empty() ? std::vector<std::string>{"no call"} : look.calls[0].warnings;
}

// Whether all calls were read the short way.
bool is_plain(std::string_view text) {
  PythonCallsReader reader(tools());
  const Look look = reader.look(text, true);
  return !look.plain.empty() && look.calls.empty();
}

// Arguments, right or nearly so, put together from what Python has.
std::string some_arguments(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"a=",
                                          "b=",
                                          "s=",
                                          "a = ",
                                          "1",
                                          "-2",
                                          "2.5",
                                          "007",
                                          "-0",
                                          "1e5",
                                          "'x'",
                                          "\"y\"",
                                          "'it's'",
                                          "'",
                                          "\"",
                                          "[",
                                          "]",
                                          "{",
                                          "}",
                                          "(",
                                          ")",
                                          ", ",
                                          ",",
                                          ":",
                                          "True",
                                          "None",
                                          "null",
                                          "nope",
                                          "'k': ",
                                          "\n",
                                          "\\",
                                          "\u00e9",
                                          "'\u00e9'",
                                          "\xff",
                                          "#",
                                          "=",
                                          "'''",
                                          "123456789012345",
                                          "1234567890123456789"};
  std::uniform_int_distribution<std::size_t> any(0, std::size(kPieces) - 1);
  std::uniform_int_distribution<int> length(1, 12);
  std::string out;
  for (int left = length(random); left > 0; --left) out += kPieces[any(random)];
  return out;
}

TEST(PythonCalls, OneOrMany) {
  EXPECT_EQ(read("f(a=1, b='x')"), R"(f{"a":1,"b":"x"})");
  EXPECT_EQ(read("[f(a=1), g()]"), R"(f{"a":1} g{})");
  EXPECT_EQ(read("f(a=1); g()"), R"(f{"a":1} g{})");
  EXPECT_EQ(read("f(a=1)\ng()\n\nf(a=2)"), R"(f{"a":1} g{} f{"a":2})");
  EXPECT_EQ(read("[f(a=1)]\n[f(a=2)]"), R"(f{"a":1} f{"a":2})");
  EXPECT_EQ(read("[\n  f(a=1),\n  f(a=2),\n]"), R"(f{"a":1} f{"a":2})");
  EXPECT_EQ(read("[f(a=1) + f(a=2)]"), R"(f{"a":1} f{"a":2})");
  EXPECT_EQ(read("print(f(a=1))"), R"(f{"a":1})");
  EXPECT_EQ(read("[f (a=1)]"), R"(f{"a":1})");
}

TEST(PythonCalls, MostAreReadTheShortWay) {
  for (const std::string_view text :
       {"f(a=1, b='x')", "[f(a=1), f(b = [\"x\", -2.5, {'k': None}],)]", "f('x', True)", "math.lcm(x=18, y=24)",
        "f(a='caf\u00e9 \n')", "f(a=[], b={})", "get_user(user_id=123456789012345)"}) {
    EXPECT_TRUE(is_plain(text)) << text;
  }
  for (const std::string_view text :
       {"f(a=x)", "f(a=1+2)", "f(a='it's')", "f(a=r'x')", "f(a=1, a=2)", "f(a=(1, 2))", "f({'a': 1})", "g()",
        "f(a='\\n')", "f(a=007)", "F(a=1)", "f(1, b=2)", "f(1, 2, 'x', 4)", "[f(a=1), f(a=x)]", "f(a=-0)"}) {
    EXPECT_FALSE(is_plain(text)) << text;
  }
}

// A call that comes byte by byte is never read the short way; read() compares the two.
TEST(PythonCalls, TheShortWayEndsWhereTheLongOneDoes) {
  std::mt19937 random(20261118);
  int plain = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = "f(" + some_arguments(random) + ")";
    read(text);
    if (HasFailure()) return;
    plain += is_plain(text) ? 1 : 0;
  }
  EXPECT_GT(plain, 100);
}

TEST(PythonCalls, Quoted) {
  EXPECT_EQ(read("['f(a=1)', 'g()']"), R"(f{"a":1} g{})");
  EXPECT_EQ(read("['f(a=1), g()']"), R"(f{"a":1} g{})");
  EXPECT_EQ(read("['f(a='x')']"), R"(f{"a":"x"})");
  EXPECT_EQ(read(R"x(["f(a=\"x\", b=\"say \\\"y\\\"\")"])x"), R"(f{"a":"x","b":"say \"y\""})");
  EXPECT_EQ(read("[`f(a=1)`]"), R"(f{"a":1})");
  EXPECT_EQ(read("['f'(a=1), \"f\"(a=2)]"), R"(f{"a":1} f{"a":2})");
  EXPECT_EQ(read("[{'f(a=1)'}]"), R"(f{"a":1})");
  EXPECT_EQ(read("[{'f(a=1)}']"), R"(f{"a":1})");
  EXPECT_EQ(read("['f(a=1), f(a=2)]"), R"(f{"a":1} f{"a":2})");
}

TEST(PythonCalls, WhatFollowsStays) {
  EXPECT_EQ(read("f(a=1); and so on"), R"(f{"a":1} |  and so on)");
  EXPECT_EQ(read("[f(a=1)]\n\nThis calls f."), "f{\"a\":1} | \n\nThis calls f.");
  EXPECT_EQ(read("f(a=1)\n```\nmore"), "f{\"a\":1} | \n```\nmore");
  EXPECT_EQ(read("[f(a=1)](None)"), R"(f{"a":1} | (None))");
  EXPECT_EQ(read("f(a=1).get('x')"), R"(f{"a":1} | .get('x'))");
  EXPECT_EQ(read("[f(a=1), 5]"), R"(f{"a":1} | , 5])");
}

TEST(PythonCalls, NamesAsModelsWriteThem) {
  EXPECT_EQ(read("math.lcm(x=18, y=24)"), R"(math.lcm{"x":18,"y":24})");
  EXPECT_EQ(read("[math\\_lcm(x=18, y=24)]"), R"(math_lcm{"x":18,"y":24})");
  EXPECT_EQ(read("get\\_user(user\\_id='a\\_b')"), R"(get_user{"user_id":"a_b"})");
  EXPECT_EQ(read("functions.get-user(user_id=1)"), R"(functions.get-user{"user_id":1})");
  EXPECT_EQ(read("get_user(day-of=1)"), R"(get_user{"day-of":1})");
}

// TX-6: only tools are called, and not where someone merely talks of them.
TEST(PythonCalls, NoCalls) {
  for (const std::string_view text : {"[link text](url)",
                                      "[1, 2]",
                                      "[]",
                                      "h(a=1)",
                                      "print('x')",
                                      "f and g",
                                      "f",
                                      "[f]",
                                      "[{\"name\": \"f\"}]",
                                      "['f', {'a': 1}]",
                                      "f(a, b)",
                                      "f(a: int, b: str = 'x')",
                                      "f(...)",
                                      "f (a=1)",
                                      "f(as I said)",
                                      "math.lcm()",
                                      "f(a=1):\n  return a",
                                      "f(a=1) -> int",
                                      "f(a=1) { return a }",
                                      "f(",
                                      "f(a"}) {
    EXPECT_EQ(read(text), "no") << text;
  }
  EXPECT_EQ(read("[f(a=1), h(b=2)]"), R"(f{"a":1} h{"b":2})") << "a tool that the model has made up, in a list";
  EXPECT_EQ(read("f(a=1)\nh(b=2)"), "f{\"a\":1} | \nh(b=2)");
  EXPECT_EQ(read("[math.lcm()]"), "math.lcm{}");
}

TEST(PythonCalls, WithoutToolsAListIsNeeded) {
  EXPECT_EQ(read("[h(a=1), i()]", PythonPlace::kAnywhere, no_tools()), R"(h{"a":1} i{})");
  EXPECT_EQ(read("h(a=1)", PythonPlace::kAnywhere, no_tools()), "no");
  EXPECT_EQ(read("[h(x)]", PythonPlace::kAnywhere, no_tools()), "no");
}

TEST(PythonCalls, BehindAMarkerAnyNameIsBelieved) {
  EXPECT_EQ(read("h(a=1)\nmath.lcm()", PythonPlace::kMarked), R"(h{"a":1} math.lcm{})");
  EXPECT_EQ(read("h(5, x)", PythonPlace::kMarked, no_tools()), R"(h{"0":5,"1":"x"})");
  EXPECT_EQ(read("how are you", PythonPlace::kMarked), "no");
  EXPECT_EQ(read("h(a=", PythonPlace::kMarked), "h{} ?");
  EXPECT_EQ(read("h(a=)", PythonPlace::kMarked), "no");
}

TEST(PythonCalls, TheEndMarkerEnds) {
  const auto marked = [](std::string_view text) { return read(text, PythonPlace::kMarked, no_tools(), "</c>"); };
  EXPECT_EQ(marked("h(a=1)\n</c>"), R"(h{"a":1} | </c>)");
  EXPECT_EQ(marked("h(a='</c>')</c> x"), R"(h{"a":"</c>"} | </c> x)");
  EXPECT_EQ(marked("h(a=1, b=</c>"), R"(h{"a":1} ? | </c>)");
  EXPECT_EQ(marked("h(a='x</c>"), R"(h{"a":"x"} ? | </c>)");
  EXPECT_EQ(marked("h(a='x'</c>"), R"(h{"a":"x"} ? | </c>)");
  EXPECT_EQ(marked("h(a=1)</b>"), R"(h{"a":1} | </b>)");
}

TEST(PythonCalls, OffsetsAreOfEachCall) {
  const std::string_view text = " ['f(a=1)', g()] x";
  PythonCallsReader reader(tools());
  const Look look = reader.look(text, true);
  ASSERT_EQ(look.calls.size(), 2U);
  EXPECT_EQ(text.substr(look.calls[0].offset, look.calls[0].length), "f(a=1)");
  EXPECT_EQ(text.substr(look.calls[1].offset, look.calls[1].length), "g()");
  EXPECT_EQ(text.substr(0, look.length), " ['f(a=1)', g()]");
}

TEST(PythonCalls, AnswersAsSoonAsItCan) {
  PythonCallsReader wrong_name(tools());
  EXPECT_EQ(wrong_name.look("[hello", false).state, Look::State::kMore);
  EXPECT_EQ(wrong_name.look("[hello(", false).state, Look::State::kNot);
  PythonCallsReader prose(tools());
  EXPECT_EQ(prose.look("f(a=1)\nThe", false).state, Look::State::kMore);
  EXPECT_EQ(prose.look("f(a=1)\nThe ", false).state, Look::State::kDone);
}

TEST(PythonArguments, KeywordPositionalAndDicts) {
  EXPECT_EQ(arguments("1, 'x'"), R"({"a":1,"b":"x"})");
  EXPECT_EQ(arguments("1, a='x'"), R"({"b":1,"a":"x"})");
  EXPECT_EQ(arguments("1, 2, 'x', 4"), R"({"a":1,"b":2,"s":"x","3":4})");
  EXPECT_EQ(arguments("{'a': 1, 'b': 2}"), R"({"a":1,"b":2})");
  EXPECT_EQ(arguments("{ a: 1, b: 'x' }"), R"({"a":1,"b":"x"})");
  EXPECT_EQ(arguments("**{'a': 1}"), R"({"a":1})");
  EXPECT_EQ(read("put({'x': 1})"), R"(put{"document":{"x":1}})");
  EXPECT_EQ(read("put({'document': {'x': 1}})"), R"(put{"document":{"x":1}})");
  EXPECT_EQ(arguments("a: 1, 'b': 2"), R"({"a":1,"b":2})");
  EXPECT_EQ(arguments("'a'=1"), R"({"a":1})");
  EXPECT_EQ(arguments("a=1, a=2"), R"({"a":2})");
  EXPECT_EQ(arguments("a=1, b=2,"), R"({"a":1,"b":2})");
  EXPECT_EQ(arguments("a='x' b='y'"), R"({"a":"x","b":"y"})");
  EXPECT_EQ(arguments("a=, b=1"), R"({"b":1})");
}

TEST(PythonValues, Strings) {
  EXPECT_EQ(value(R"('it\'s')"), R"("it's")");
  EXPECT_EQ(value(R"("a\nb\t\x41\u00e9\U0001F600\101")"), R"("a\nb\tAé😀A")");
  EXPECT_EQ(value(R"("\ud83d\ude00\ud83d")"), "\"😀\xEF\xBF\xBD\"");
  EXPECT_EQ(value(R"('\N{DASH} \d \_ \x4')"), R"("\\N{DASH} \\d \\_ \\x4")");
  EXPECT_EQ(value("'''two\n'lines' \"x\"'''"), R"("two\n'lines' \"x\"")");
  EXPECT_EQ(value("\"\"\"x\"\"\""), R"("x")");
  EXPECT_EQ(value("''"), R"("")");
  EXPECT_EQ(value(R"(r'C:\new')"), R"("C:\\new")");
  EXPECT_EQ(value("b'x'"), R"("x")");
  EXPECT_EQ(value("f'{x}'"), R"("{x}")");
  EXPECT_EQ(value("'x' \"y\"\n  'z'"), R"("xyz")");
  EXPECT_EQ(value("'x' + 'y'"), R"("xy")");
  EXPECT_EQ(value("'raw\nnewline'"), R"("raw\nnewline")");
  EXPECT_EQ(value("'a, b) c=(d'"), R"("a, b) c=(d")");
  EXPECT_EQ(value("`x`"), R"("x")");
  EXPECT_EQ(value("'\xff'"), "\"\xEF\xBF\xBD\"");
}

TEST(PythonValues, QuotesThatShouldHaveBeenEscaped) {
  EXPECT_EQ(value("'Martha's Vineyard'"), R"("Martha's Vineyard")");
  EXPECT_EQ(value("'sed -n '1,2p' /x'"), R"("sed -n '1,2p' /x")");
  EXPECT_EQ(value("'echo 'hi''"), R"("echo 'hi'")");
  EXPECT_EQ(value("'cp 'a b' 'c d''"), R"("cp 'a b' 'c d'")");
  EXPECT_EQ(value("\"say \"hi\" to\""), R"("say \"hi\" to")");
  EXPECT_EQ(arguments("a='it's', b=['dog's', 'x']"), R"({"a":"it's","b":["dog's","x"]})");
}

TEST(PythonValues, Numbers) {
  EXPECT_EQ(value("12345678901234567890123"), "12345678901234567890123");
  EXPECT_EQ(value("-12345678901234567890123"), "-12345678901234567890123");
  EXPECT_EQ(value("25.00"), "25.00");
  EXPECT_EQ(value("1_000"), "1000");
  EXPECT_EQ(value("0x1F"), "31");
  EXPECT_EQ(value("0b101"), "5");
  EXPECT_EQ(value(".5"), "0.5");
  EXPECT_EQ(value("-1.5e-3"), "-1.5e-3");
  EXPECT_EQ(value("+5"), "5");
  EXPECT_EQ(value("3j"), R"("3j")");
  EXPECT_EQ(value("007"), R"("007")");
}

TEST(PythonValues, Sums) {
  EXPECT_EQ(value("1/6"), "0.16666666666666666");
  EXPECT_EQ(value("2*3+1"), "7");
  EXPECT_EQ(value("10**3"), "1000");
  EXPECT_EQ(value("5*10**(-12)"), "5e-12");
  EXPECT_EQ(value("-2**2"), "-4");
  EXPECT_EQ(value("2**3**2"), "512");
  EXPECT_EQ(value("-7//2"), "-4");
  EXPECT_EQ(value("-7%3"), "2");
  EXPECT_EQ(value("(1+2)*3"), "9");
  EXPECT_EQ(value("9223372036854775807*4"), "36893488147419103232");
  EXPECT_EQ(value("-9223372036854775807-1"), "-9223372036854775808");
  EXPECT_EQ(value("[1/2, 3]"), "[0.5,3]");
  EXPECT_EQ(value("1/0"), R"("1/0")");
  EXPECT_EQ(value("10**1000"), R"("10**1000")");
  EXPECT_EQ(value("2024-05-17"), R"("2024-05-17")") << "a date";
  EXPECT_EQ(arguments("s=1/6"), R"({"s":"1/6"})") << "where the schema asks for a string";
}

TEST(PythonValues, WordsAndContainers) {
  EXPECT_EQ(value("[True, False, None, true, false, null]"), "[true,false,null,true,false,null]");
  EXPECT_EQ(value("{'x': [1, (2, 3)], \"y\": {}}"), R"({"x":[1,[2,3]],"y":{}})");
  EXPECT_EQ(value("{1, 2}"), "[1,2]");
  EXPECT_EQ(value("(1,)"), "[1]");
  EXPECT_EQ(value("()"), "[]");
  EXPECT_EQ(value("('x')"), R"("x")");
  EXPECT_EQ(value("{1: 'x', k: 2}"), R"({"1":"x","k":2})");
  EXPECT_EQ(value("[1, # one\n 2]"), "[1,2]");
  EXPECT_EQ(value("\\[1, 2\\]"), "[1,2]");
}

TEST(PythonValues, WhatIsNoLiteralIsText) {
  EXPECT_EQ(value("my_data"), R"("my_data")");
  EXPECT_EQ(value("Foo.class"), R"("Foo.class")");
  EXPECT_EQ(value("datetime(2024, 1, 2)"), "\"datetime(2024, 1, 2)\"");
  EXPECT_EQ(value("g(a=[1, 'x'])"), "\"g(a=[1, 'x'])\"");
  EXPECT_EQ(value("lambda x: x**2"), R"("lambda x: x**2")");
  EXPECT_EQ(value("New York"), R"("New York")");
  EXPECT_EQ(value("http://x.org/y"), R"("http://x.org/y")");
  EXPECT_EQ(arguments("a=San Francisco, CA, b=3"), R"({"a":"San Francisco, CA","b":3})");
  EXPECT_EQ(warnings("f(a=my_data)"), std::vector<std::string>{"not a literal, read as text: my_data"});
  EXPECT_TRUE(warnings("f(a=1, b='x', s=None)").empty());
}

TEST(PythonCalls, MissingBrackets) {
  EXPECT_EQ(read("[f(a=1, b=2]"), R"(f{"a":1,"b":2})");
  EXPECT_EQ(read("f(a=[1, 2)"), R"(f{"a":[1,2]})");
  EXPECT_EQ(read("f(a={'x': [1, 2})"), R"(f{"a":{"x":[1,2]}})");
  EXPECT_EQ(read("f(a=1])"), R"(f{"a":1})");
}

TEST(PythonCalls, TheTextMayEndAnywhere) {
  EXPECT_EQ(read("[f(a=1), f(a=2"), R"(f{"a":1} f{"a":2} ?)");
  EXPECT_EQ(read("f(a='x"), R"(f{"a":"x"} ?)");
  EXPECT_EQ(read("f(a='x'"), R"(f{"a":"x"} ?)");
  EXPECT_EQ(read("f(a=[1, {'x': 'y"), R"(f{"a":[1,{"x":"y"}]} ?)");
  EXPECT_EQ(read("f(a=1, b=Tru"), R"(f{"a":1} ?)");
  EXPECT_EQ(read("f(a=1, b="), R"(f{"a":1} ?)");
  EXPECT_EQ(read("f(a=1, b=True"), R"(f{"a":1,"b":true} ?)");
  EXPECT_EQ(read("[f(a=1), g"), R"(f{"a":1} | , g)");
  EXPECT_EQ(read("[f(a=1)"), R"(f{"a":1})");
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

// TX-4 with ill will: the work grows with the text and not faster, whole and in pieces. If it grew with the square, the
// test would not end in its time.
TEST(PythonCalls, HostileTextsAreReadInLinearTime) {
  constexpr std::size_t kTimes = 100000;
  for (const std::string_view piece : {"[f(",     "f(a=",   "f(a='", "[",        "'",       "f(a=\"\"\"", "f(a='\\",
                                       "f(a=[1,", "f(a=1)", "f(a=1", "f(a=(1)+", "a",       "f(a=1,",     "\\",
                                       "f(a=1) ", "f(a=' ", "1e-",   "f(a=-",    "f(a=2**", "# ",         "f(a=x, y"}) {
    const std::string all = repeated(piece, kTimes);
    for (const std::string& text : {all, "f(" + all, "f(a='" + all, "f(a=" + all + ")", "f(1 " + all + ")"}) {
      PythonCallsReader reader(tools());
      Look look;
      for (std::size_t length = 0; length < text.size() && look.state == Look::State::kMore; length += 997) {
        look = reader.look(std::string_view(text).substr(0, length), false);
      }
      if (look.state == Look::State::kMore) look = reader.look(text, true);
      EXPECT_NE(look.state, Look::State::kMore);
    }
  }
}

TEST(PythonCalls, NestingIsBounded) {
  EXPECT_EQ(read("f(a=" + repeated("[", 60) + repeated("]", 60) + ")"),
            "f{\"a\":" + repeated("[", 60) + repeated("]", 60) + "}");
  EXPECT_EQ(read("f(a=" + repeated("[", 70) + repeated("]", 70) + ")"), "no");
  EXPECT_EQ(read(repeated("[", 70) + "f(a=1)"), "no");
}

}  // namespace
}  // namespace acode::extract
