// The public face of the module.
#include "acode/schema/schema.h"

#include <array>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "schema/atlas.h"
#include "schema/checker.h"
#include "schema/compiler.h"
#include "schema/program.h"
#include "schema/uri.h"

namespace acode::schema {
namespace {

struct KnownDraft {
  Draft draft;
  std::string_view name;
  std::string_view uri;
};

constexpr std::array kDrafts = {
    KnownDraft{Draft::k7, "7", "http://json-schema.org/draft-07/schema"},
    KnownDraft{Draft::k201909, "2019-09", "https://json-schema.org/draft/2019-09/schema"},
    KnownDraft{Draft::k202012, "2020-12", "https://json-schema.org/draft/2020-12/schema"},
};

// Written with and without TLS in the wild.
std::string_view without_scheme(std::string_view uri) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (uri.starts_with(scheme)) return uri.substr(scheme.size());
  }
  return uri;
}

}  // namespace

std::optional<Draft> draft_from_uri(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  for (const KnownDraft& known : kDrafts) {
    if (without_scheme(known.uri) == without_scheme(uri)) return known.draft;
  }
  return std::nullopt;
}

std::string_view draft_name(Draft draft) { return kDrafts[static_cast<std::size_t>(draft)].name; }

std::optional<Draft> draft_from_name(std::string_view name) {
  if (const auto draft = draft_from_uri(name)) return draft;
  for (const std::string_view prefix : {"draft-", "draft"}) {
    if (!name.starts_with(prefix)) continue;
    name.remove_prefix(prefix.size());
    break;
  }
  if (name.starts_with("0")) name.remove_prefix(1);
  for (const KnownDraft& known : kDrafts) {
    if (known.name == name) return known.draft;
  }
  return std::nullopt;
}

Documents::Documents() : known_(std::make_shared<detail::KnownDocuments>()) {}
Documents::Documents(const Documents& other) : known_(std::make_shared<detail::KnownDocuments>(*other.known_)) {}
Documents& Documents::operator=(const Documents& other) {
  if (this != &other) known_ = std::make_shared<detail::KnownDocuments>(*other.known_);
  return *this;
}
Documents::Documents(Documents&&) noexcept = default;
Documents& Documents::operator=(Documents&&) noexcept = default;
Documents::~Documents() = default;

std::optional<Error> Documents::add(std::string_view uri, std::string_view text) {
  Result<json::Document> parsed = json::parse(text, CompileOptions{}.limits);
  if (!parsed) return parsed.error();
  const auto document = std::make_shared<const json::Document>(std::move(*parsed));
  const std::string_view plain = detail::split_fragment(uri).document;
  known_->by_uri.insert_or_assign(std::string(plain), document);
  if (const auto id = document->root().find("$id"); id && id->is_string()) {
    const std::string own = detail::resolve_uri(plain, id->as_string());
    known_->by_uri.try_emplace(std::string(detail::split_fragment(own).document), document);
  }
  return std::nullopt;
}

const detail::KnownDocuments* detail::KnownDocuments::of(const Documents* documents) {
  return documents == nullptr ? nullptr : documents->known_.get();
}

Result<Schema> Schema::compile(std::string_view text, const CompileOptions& options) {
  Result<json::Document> parsed = json::parse(text, options.limits);
  if (!parsed) return parsed.error();
  detail::Compiler compiler(options);
  Result<std::shared_ptr<const detail::Program>> program =
      compiler.run(std::make_shared<const json::Document>(std::move(*parsed)));
  if (!program) return program.error();
  return Schema(std::move(*program));
}

Result<Schema> Schema::compile(json::Value schema, const CompileOptions& options) {
  return compile(json::write(schema), options);
}

bool Schema::accepts(json::Value value) const { return detail::accepts(*program_, program_->root, value); }

std::vector<Violation> Schema::validate(json::Value value, std::size_t most) const {
  std::vector<Violation> violations;
  if (accepts(value)) return violations;
  for (detail::Finding& finding : detail::explain(*program_, program_->root, value, most))
    violations.push_back(std::move(finding.violation));
  return violations;
}

Draft Schema::draft() const { return program_->draft; }

std::vector<const void*> Schema::places() const {
  const detail::QuickForm& quick = program_->quick;
  return {&program_->root,         &quick.nodes,      &quick.words, quick.nodes.data(), quick.objects.data(),
          quick.properties.data(), quick.words.data()};
}

json::Value Schema::source() const { return program_->documents[0]->root(); }

const std::vector<Warning>& Schema::warnings() const { return program_->warnings; }

}  // namespace acode::schema
