// The metaschemas of the drafts we know, built in so that nothing has to be fetched.
#pragma once

#include <memory>
#include <string_view>

#include "acode/json/value.h"

namespace acode::schema::detail {

/// The metaschema, or the part of one, with this URI (without a fragment); null if it is none of ours.
std::shared_ptr<const json::Document> find_metaschema(std::string_view uri);

}  // namespace acode::schema::detail
