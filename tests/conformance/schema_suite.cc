// Reading the suite, compiling its schemas, comparing verdicts.
#include "conformance/schema_suite.h"

#include <algorithm>

#include "acode/acode.h"
#include "support/corpus.h"

namespace acode::test {
namespace {

namespace fs = std::filesystem;

std::string folder_of(schema::Draft draft) {
  return draft == schema::Draft::k7 ? "draft7" : "draft" + std::string(schema::draft_name(draft));
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

schema::Documents remote_documents(const fs::path& folder) {
  schema::Documents documents;
  for (const fs::path& file : json_files(folder)) {
    const std::string uri = "http://localhost:1234/" + fs::relative(file, folder).generic_string();
    documents.add(uri, read_file(file));
  }
  return documents;
}

std::string text_of(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found ? std::string(found->as_string()) : std::string();
}

bool is_optional(const fs::path& file) {
  return std::any_of(file.begin(), file.end(), [](const fs::path& part) { return part == "optional"; });
}

bool checks_formats(const fs::path& file) { return file.parent_path().filename() == "format"; }

// Both passes have to give the verdict: the quick one, and the one that says why.
std::string verdict(const schema::Schema& schema, json::Value data) {
  const bool accepted = schema.accepts(data);
  const bool unexplained = !accepted && schema.validate(data).empty();
  return unexplained ? "not valid, without a reason" : accepted ? "valid" : "not valid";
}

void run_group(json::Value group, const std::string& file, const schema::CompileOptions& options, SuiteReport& report) {
  const Result<schema::Schema> schema = schema::Schema::compile(*group.find("schema"), options);
  for (const json::Value test : group.find("tests")->elements()) {
    ++report.total;
    const std::string expected = test.find("valid")->as_bool() ? "valid" : "not valid";
    const std::string got = schema ? verdict(*schema, *test.find("data")) : to_string(schema.error());
    if (got == expected) continue;
    report.misses.push_back({file, text_of(group, "description") + " / " + text_of(test, "description"), got});
  }
}

}  // namespace

SuiteReport run_suite(const fs::path& suite, schema::Draft draft, SuitePart part) {
  SuiteReport report;
  const schema::Documents documents = remote_documents(suite / "remotes");
  const fs::path folder = suite / "tests" / folder_of(draft);
  for (const fs::path& path : json_files(folder)) {
    const fs::path file = fs::relative(path, folder);
    if (is_optional(file) != (part == SuitePart::kOptional)) continue;
    schema::CompileOptions options;
    options.draft = draft;
    options.documents = &documents;
    options.formats = checks_formats(file);
    const Result<json::Document> groups = json::parse(read_file(path), {std::size_t{1} << 24, 1000});
    for (const json::Value group : groups->root().elements()) {
      run_group(group, file.generic_string(), options, report);
    }
  }
  return report;
}

}  // namespace acode::test
