// Values that a format writes as plain text, given the type that the tool's schema asks for.
//
//   <parameter=count>5</parameter>          5 where an integer is wanted, "5" where a string is
//   <parameter=zip>02139</parameter>        "02139" wherever a string is possible
//
// Formats with a tag for each parameter do not say whether `5` is a number or a string; only the schema does. What fits
// nothing stays the text that it was, with a warning: nothing is lost.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acode/schema/toolset.h"

namespace acode::extract {

/// The JSON of a parameter that was written as text. `tool` may be null: then numbers and words stay strings, since
/// nobody knows better, and only a whole JSON object or array is taken as such. Of a tool that says nothing of this
/// parameter, numbers, `true`, `false` and `null` are taken as JSON too.
///
/// Of several possible types the first that fits is taken: null, number, boolean, object, array, string; but what is
/// not plainly one of the others (`02139`) is a string where it may be one. Objects and arrays may be written as in
/// Python, and may be wrapped in a JSON string, several times.
std::string typed_json(std::string_view text, const schema::Tool* tool, std::string_view parameter,
                       std::vector<std::string>& warnings);

/// Without the line end ("\n" or "\r\n") behind the opening tag, and the one before the closing tag that goes with it.
/// More of them belong to the value, and so does one at the end if the value began on the line of the tag.
std::string_view strip_one_newline(std::string_view text);

/// With `&lt;`, `&gt;`, `&amp;`, `&quot;`, `&apos;`, `&#10;` and `&#x0A;` resolved. Any other `&` is an `&`.
std::string decode_entities(std::string_view text);

/// What is inside `<![CDATA[…]]>`, if the text is one such section or several of them (and white space); else the text.
/// A section that is not closed goes to the end.
std::string unwrap_cdata(std::string_view text);

}  // namespace acode::extract
