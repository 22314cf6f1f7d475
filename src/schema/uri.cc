// Taking URIs apart and resolving them (RFC 3986).
#include "schema/uri.h"

#include <algorithm>
#include <vector>

#include "schema/ascii.h"

namespace acode::schema::detail {
namespace {

bool is_scheme(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  });
}

// Cuts `text` at the first `mark`. The mark and what follows is taken off and returned.
std::string_view cut(std::string_view& text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view rest = text.substr(at);
  text = text.substr(0, at);
  return rest;
}

std::optional<std::string_view> behind_mark(std::string_view rest) {
  if (rest.empty()) return std::nullopt;
  return rest.substr(1);
}

// Walks the segments of a path. Each is kept with the slash before it, so that the first may have none.
class DotSegments {
 public:
  explicit DotSegments(bool keep_up) : keep_up_(keep_up) {}

  std::string remove(std::string_view path) {
    while (!path.empty()) {
      const std::size_t end = std::min(path.find('/', 1), path.size());
      add(path.substr(0, end), end == path.size());
      path.remove_prefix(end);
    }
    std::string out;
    for (const std::string_view piece : pieces_) out += piece;
    return out;
  }

 private:
  void add(std::string_view piece, bool last) {
    if (piece != "/." && piece != "/..") {
      pieces_.push_back(piece);
      return;
    }
    if (piece == "/..") go_up();
    if (last) pieces_.emplace_back("/");
  }

  void go_up() {
    if (!pieces_.empty() && pieces_.back() != "/..") {
      pieces_.pop_back();
    } else if (keep_up_) {
      pieces_.emplace_back("/..");
    }
  }

  bool keep_up_;  // ".." that lead above the beginning
  std::vector<std::string_view> pieces_;
};

// Dots at the beginning of a path without a root have nothing to refer to.
std::string_view without_leading_dots(std::string_view path) {
  while (path.substr(0, 2) == "./" || path.substr(0, 3) == "../") path.remove_prefix(path.find('/') + 1);
  return path == "." || path == ".." ? std::string_view{} : path;
}

// A path that is not yet part of any URI: its ".." may still come to mean something when it is resolved again.
std::string clean_relative_path(std::string_view path) {
  if (path.empty()) return {};
  std::string clean = DotSegments(true).remove("/" + std::string(path)).substr(1);
  // What is left must be read as the same path again: not as nothing, not as a root, not as a scheme.
  const std::string_view first = std::string_view(clean).substr(0, clean.find('/'));
  if (first.empty() || first.find(':') != std::string_view::npos) clean.insert(0, "./");
  return clean;
}

std::string clean_path(const UriComponents& uri, std::string_view path) {
  const bool settled = uri.scheme || uri.authority || path.substr(0, 1) == "/";
  if (!settled) return clean_relative_path(path);
  std::string clean = DotSegments(false).remove(without_leading_dots(path));
  if (!uri.authority && clean.compare(0, 2, "//") == 0) clean.insert(0, "/.");  // not to be read as an authority
  return clean;
}

// The reference instead of the last segment of the base.
std::string merge(const UriComponents& base, std::string_view reference) {
  if (base.authority && base.path.empty()) return "/" + std::string(reference);
  const std::size_t slash = base.path.rfind('/');
  std::string merged(slash == std::string_view::npos ? std::string_view{} : base.path.substr(0, slash + 1));
  merged += reference;
  return merged;
}

std::string compose(const UriComponents& uri, std::string_view path) {
  std::string out;
  if (uri.scheme) out.append(*uri.scheme).append(":");
  if (uri.authority) out.append("//").append(*uri.authority);
  out += path;
  if (uri.query) out.append("?").append(*uri.query);
  if (uri.fragment && !uri.fragment->empty()) out.append("#").append(*uri.fragment);
  return out;
}

}  // namespace

UriComponents split_uri(std::string_view uri) {
  UriComponents parts;
  parts.fragment = behind_mark(cut(uri, '#'));
  parts.query = behind_mark(cut(uri, '?'));
  const std::string_view before_colon = uri.substr(0, uri.find_first_of(":/"));
  if (before_colon.size() < uri.size() && uri[before_colon.size()] == ':' && is_scheme(before_colon)) {
    parts.scheme = before_colon;
    uri.remove_prefix(before_colon.size() + 1);
  }
  if (uri.substr(0, 2) == "//") {
    uri.remove_prefix(2);
    const std::string_view path = cut(uri, '/');
    parts.authority = uri;
    uri = path;
  }
  parts.path = uri;
  return parts;
}

UriParts split_fragment(std::string_view uri) {
  const std::string_view rest = cut(uri, '#');
  return {uri, behind_mark(rest).value_or(std::string_view{})};
}

std::string resolve_uri(std::string_view base_text, std::string_view reference) {
  UriComponents target = split_uri(reference);
  if (target.scheme) return compose(target, clean_path(target, target.path));

  const UriComponents base = split_uri(base_text);
  target.scheme = base.scheme;
  if (target.authority) return compose(target, clean_path(target, target.path));

  target.authority = base.authority;
  if (target.path.empty()) {
    if (!target.query) target.query = base.query;
    return compose(target, base.path);
  }
  if (target.path.front() == '/') return compose(target, clean_path(target, target.path));
  return compose(target, clean_path(target, merge(base, target.path)));
}

std::string decode_percent(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool encoded = text[at] == '%' && text.size() - at > 2 && is_hex(text[at + 1]) && is_hex(text[at + 2]);
    out += encoded ? static_cast<char>(hex_value(text[at + 1]) * 16 + hex_value(text[at + 2])) : text[at];
    if (encoded) at += 2;
  }
  return out;
}

}  // namespace acode::schema::detail
