// `acode formats`: a table of all, or an example of one.
#include "cli/formats_command.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "cli/args.h"
#include "cli/display.h"
#include "cli/row_parts.h"

namespace acode::cli {

namespace {

using extract::FormatInfo;

struct FormatsFlags {
  bool json = false;
  bool help = false;
};

std::vector<Option> formats_options(FormatsFlags& flags) {
  return {
      {"json", 0, "", "print one JSON object", set_true(flags.json)},
      {"help", 'h', "", "print this help and leave", set_true(flags.help)},
  };
}

std::string format_object(const FormatInfo& format) {
  std::string object = "{";
  append_member(object, "name", format.name);
  object += ',';
  append_member(object, "models", format.models);
  object += ',';
  append_member(object, "example", format.example);
  return object + "}";
}

std::string all_as_json() {
  std::string row;
  for (const FormatInfo& format : extract::known_formats()) row += (row.empty() ? "" : ",") + format_object(format);
  return "{\"formats\":[" + row + "]}\n";
}

std::string all_as_table() {
  std::size_t width = 0;
  for (const FormatInfo& format : extract::known_formats()) width = std::max(width, format.name.size());
  std::string table;
  for (const FormatInfo& format : extract::known_formats()) {
    std::string name(format.name);
    name.resize(width, ' ');
    table += name + "  " + std::string(format.models) + "\n";
  }
  return table;
}

/// Some examples have special tokens that cannot be seen; they are shown as they are typed, line by line.
std::string one_as_text(const FormatInfo& format) {
  std::string text = std::string(format.name) + "  " + std::string(format.models) + "\n\n";
  std::string_view rest = format.example;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    text += printable(rest.substr(0, end)) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const FormatInfo& format : extract::known_formats()) names.push_back(format.name);
  return names;
}

}  // namespace

ExitCode run_formats(Words words, Streams& streams) {
  FormatsFlags flags;
  ParsedWords parsed = parse_words(formats_options(flags), words);
  if (flags.help) {
    streams.out.write(formats_help());
    return ExitCode::kGood;
  }
  if (parsed.operands.size() > 1) parsed.problems.emplace_back("formats takes one name at most");
  if (!parsed.problems.empty()) return misused("formats", parsed.problems, streams);
  if (parsed.operands.empty()) {
    streams.out.write(flags.json ? all_as_json() : all_as_table());
    return ExitCode::kGood;
  }
  const auto known = extract::known_formats();
  const auto format = std::find_if(known.begin(), known.end(),
                                   [&parsed](const FormatInfo& info) { return info.name == parsed.operands[0]; });
  if (format == known.end()) return misused("formats", {not_one_of(parsed.operands[0], format_names())}, streams);
  streams.out.write(flags.json ? format_object(*format) + "\n" : one_as_text(*format));
  return ExitCode::kGood;
}

Syntax formats_syntax() {
  auto flags = std::make_shared<FormatsFlags>();
  return {flags, formats_options(*flags), {}, {{one_of(format_names())}}};
}

std::string formats_help() {
  FormatsFlags flags;
  return "Lists the ways in which models write tool calls into their text, and who writes\n"
         "like that. All of them are recognised without being told; parse --format NAME\n"
         "looks for one only.\n\n"
         "Usage: acode formats [OPTIONS] [NAME]\n\n"
         "With NAME, shows an example of that one.\n\n"
         "Options:\n" +
         describe_options(formats_options(flags)) +
         "\n"
         "Examples:\n"
         "  acode formats\n"
         "  acode formats hermes\n"
         "  acode formats --json | jq -r '.formats[].name'\n"
         "\n"
         "Exit status:\n"
         "  0  done\n"
         "  2  the command line was not understood, or there is no such format\n"
         "  3  some output could not be written\n";
}

}  // namespace acode::cli
