// The names of properties, as section 22.2.1.2 of ECMA-262 lists them.
#include "schema/ecma_property.h"

#include <algorithm>
#include <array>
#include <utility>

#include "schema/ascii.h"

namespace acode::schema::detail {
namespace {

struct Category {
  std::string_view pcre;
  std::array<std::string_view, 2> names;
};

// The general categories: PCRE2's name, and the other names ECMA-262 has for it.
constexpr auto kCategories = std::to_array<Category>({
    {"L&", {"Cased_Letter", "LC"}},
    {"Pe", {"Close_Punctuation"}},
    {"Pc", {"Connector_Punctuation"}},
    {"Cc", {"Control", "cntrl"}},
    {"Sc", {"Currency_Symbol"}},
    {"Pd", {"Dash_Punctuation"}},
    {"Nd", {"Decimal_Number", "digit"}},
    {"Me", {"Enclosing_Mark"}},
    {"Pf", {"Final_Punctuation"}},
    {"Cf", {"Format"}},
    {"Pi", {"Initial_Punctuation"}},
    {"L", {"Letter"}},
    {"Nl", {"Letter_Number"}},
    {"Zl", {"Line_Separator"}},
    {"Ll", {"Lowercase_Letter"}},
    {"M", {"Mark", "Combining_Mark"}},
    {"Sm", {"Math_Symbol"}},
    {"Lm", {"Modifier_Letter"}},
    {"Sk", {"Modifier_Symbol"}},
    {"Mn", {"Nonspacing_Mark"}},
    {"N", {"Number"}},
    {"Ps", {"Open_Punctuation"}},
    {"C", {"Other"}},
    {"Lo", {"Other_Letter"}},
    {"No", {"Other_Number"}},
    {"Po", {"Other_Punctuation"}},
    {"So", {"Other_Symbol"}},
    {"Zp", {"Paragraph_Separator"}},
    {"Co", {"Private_Use"}},
    {"P", {"Punctuation", "punct"}},
    {"Z", {"Separator"}},
    {"Zs", {"Space_Separator"}},
    {"Mc", {"Spacing_Mark"}},
    {"Cs", {"Surrogate"}},
    {"S", {"Symbol"}},
    {"Lt", {"Titlecase_Letter"}},
    {"Cn", {"Unassigned"}},
    {"Lu", {"Uppercase_Letter"}},
});

// The properties that are had or not, each name between blanks. PCRE2 has the same names, and others that ECMA-262
// refuses.
constexpr std::string_view kBinaryProperties =
    " ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable "
    "CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL "
    "Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash "
    "Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier "
    "EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext "
    "Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator "
    "IDST ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE "
    "Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS "
    "Quotation_Mark QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD "
    "Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space "
    "space XID_Continue XIDC XID_Start XIDS ";

/// Scripts are "Greek", "Old_Italic"; PCRE2 also takes other cases and spellings.
bool is_script_shape(std::string_view text) {
  const auto is_part = [](char c) { return is_letter(c) || c == '_'; };
  return !text.empty() && text.front() >= 'A' && text.front() <= 'Z' && std::all_of(text.begin(), text.end(), is_part);
}

/// Empty if there is no such category.
std::string category_name(std::string_view name) {
  if (name.empty() || name == "L&") return {};
  for (const Category& category : kCategories) {
    if (name == category.pcre || name == category.names[0] || name == category.names[1]) {
      return std::string(category.pcre);
    }
  }
  return {};
}

bool is_binary_property(std::string_view name) {
  const bool word = !name.empty() && name.find(' ') == std::string_view::npos;
  return word && kBinaryProperties.find(' ' + std::string(name) + ' ') != std::string_view::npos;
}

PcreProperty script_property(std::string_view key, std::string_view value) {
  const bool script = key == "Script" || key == "sc";
  const bool extensions = key == "Script_Extensions" || key == "scx";
  if ((!script && !extensions) || !is_script_shape(value)) return {};
  return {(script ? "sc:" : "scx:") + std::string(value), true};
}

}  // namespace

PcreProperty pcre_property(std::string_view body) {
  const std::size_t sign = body.find('=');
  if (sign == std::string_view::npos) {
    std::string category = category_name(body);
    if (!category.empty()) return {std::move(category)};
    return {std::string(is_binary_property(body) ? body : std::string_view())};
  }
  const std::string_view key = body.substr(0, sign);
  const std::string_view value = body.substr(sign + 1);
  if (key == "General_Category" || key == "gc") return {category_name(value)};
  return script_property(key, value);
}

}  // namespace acode::schema::detail
