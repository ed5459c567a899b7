#pragma once
// Programs of sources that were built before, so that the same text is not built twice: a program
// for `run` serves `picture` and `case`, too.

#include "compile/kit.hpp"
#include "core/error.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <optional>
#include <string>

namespace grader {

struct KeptProgram {
  Descriptor file;  ///< the shared object, open for reading
  std::string log;  ///< what compiler and linker said
};

/// The program that was built by `recipe`, the digest of all that it depends on; nothing where it
/// is not there, or is there no more.
std::optional<KeptProgram> kept_program(const Kit& kit, const Digest256& recipe);

/// Keeps `program`, an open shared object, unless it has more than 1 MiB with its log; first it
/// removes what is beyond the limits of a cache. Where that cannot be, nothing is kept, without a
/// word.
void keep_program(const Kit& kit, const Digest256& recipe, int program, const std::string& log);

}  // namespace grader
