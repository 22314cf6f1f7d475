// Reading all tokens, then writing them as one value.
#include "extract/python_literal.h"

#include "extract/python_lexer.h"
#include "extract/python_value.h"

namespace acode::extract {
namespace {

using detail::PythonToken;
using Kind = PythonToken::Kind;

constexpr std::size_t kDeepest = 64;  // as PythonValues has it

bool closes(const PythonToken& open, char closer) {
  return (open.symbol == '(' && closer == ')') || (open.symbol == '[' && closer == ']') ||
         (open.symbol == '{' && closer == '}');
}

// The tokens of a text whose brackets match, all within the first; none if they do not.
std::vector<PythonToken> tokens_of(std::string_view text) {
  detail::PythonLexer lexer;
  std::vector<PythonToken> tokens;
  std::vector<std::size_t> open;
  for (;;) {
    const std::optional<PythonToken> token = lexer.next(text, true);
    if (!token || token->kind == Kind::kEnd) break;
    if (!tokens.empty() && open.empty()) return {};
    tokens.push_back(*token);
    if (token->kind == Kind::kOpen) open.push_back(tokens.size() - 1);
    if (open.empty() || open.size() > kDeepest) return {};
    if (token->kind != Kind::kClose) continue;
    if (!closes(tokens[open.back()], token->symbol)) return {};
    tokens[open.back()].match = tokens.size() - 1;
    open.pop_back();
  }
  if (!open.empty()) return {};
  return tokens;
}

}  // namespace

std::optional<std::string> json_of_python(std::string_view text, bool names) {
  const std::vector<PythonToken> tokens = tokens_of(text);
  if (tokens.empty()) return std::nullopt;
  std::vector<std::string> warnings;
  std::string json;
  detail::PythonValues(text, tokens, false, warnings).write(json, {0, tokens.size()});
  if (!warnings.empty() && !names) return std::nullopt;
  return json;
}

}  // namespace acode::extract
