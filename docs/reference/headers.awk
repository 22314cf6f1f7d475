# What doxygen is shown of a public header, line for line: the comment at its head, which it would pass over, as the
# documentation of the file; what is indented in comments as it stands; and nothing of that which needs no words: copying,
# moving, comparing, the end of an object, and what is only defined.
#
#   awk -f headers.awk include/acode/error.h

# A tag is no tag here. Between back-ticks nothing is one anyway.
function plain(text, parts, count, i, result) {
  count = split(text, parts, "`")
  for (i = 1; i <= count; i++) {
    if (i % 2 == 1) gsub(/</, "\\&lt;", parts[i])
    result = result (i > 1 ? "`" : "") parts[i]
  }
  return result
}

# Lines are held back by one: an example begins at the end of the line before it, and ends at the end of its last line.
function put(line, is_example) {
  if (is_example && !in_example) held = held " @code{.cpp}"
  if (!is_example && in_example) held = held " @endcode"
  print held
  held = line
  in_example = is_example
}

# The head takes the room of the line behind it, which says `#pragma once`.
NR == 1 { held = "/// @file" }
NR == 1, !/^\/\// {
  if (!/^\/\//) next
  $0 = "/" $0
}

# Why a check was set aside is for those who read the source.
{ sub(/ *\/\/ NOLINT.*$/, "") }

/ = (default|delete);/ || /^ *~/ || /noexcept;$/ || /operator[=!]=\(/ || /^template <>/ { skipping = 1 }
skipping {
  put("", 0)
  if (/[{]$/) in_body = 1
  if (in_body ? /^ *}$/ : /[;}]$/) skipping = in_body = 0
  next
}

match($0, /^ *\/\/\//) {
  comment = substr($0, RLENGTH + 1)
  is_example = comment ~ /^   /
  put(substr($0, 1, RLENGTH) (is_example ? comment : plain(comment)), is_example)
  next
}
{ put($0, 0) }
END { print held }
