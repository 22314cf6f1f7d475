// acode's part in the benchmark of schemas.
#pragma once

#include <vector>

#include "case.h"
#include "schema_inputs.h"

namespace acode::bench {

/// A tree that is there to a verdict. The input must outlive this case and those below.
void add_validate_cases(std::vector<Case>& cases, const SchemaInput& input);

/// The text of a value to a verdict, with a reader that is kept and with a fresh document for each text.
void add_text_cases(std::vector<Case>& cases, const SchemaInput& input);

/// The text of a schema to a compiled schema.
void add_compile_cases(std::vector<Case>& cases, const SchemaInput& input);

/// A tree that is there to all the reasons why it does not fit, beside the verdict alone.
void add_reasons_cases(std::vector<Case>& cases, const SchemaInput& input);

}  // namespace acode::bench
