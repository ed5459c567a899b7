#pragma once
// A kit at work: behind which walls it builds and runs programs, how long a build may take, and who
// hears of what takes long.

#include "compile/kit.hpp"
#include "sandbox/tier.hpp"

#include <functional>
#include <optional>
#include <string>

namespace grader {

/// Gets a line on what takes long; may be empty.
using Tell = std::function<void(const std::string&)>;

struct Workbench {
  Kit kit;
  Isolation isolation = {};         ///< the walls around what is built and run
  unsigned build_cpu_seconds = 20;  ///< for compiler and linker together
  Tell tell = {};
  bool keeps_programs = true;  ///< takes what was built before, and keeps what it builds
};

/// What the programs of a sanitized kit find.
enum class Finds {
  faults,  ///< of memory and of arithmetic: AddressSanitizer and UndefinedBehaviorSanitizer
  races,   ///< of threads: ThreadSanitizer
};

/// `bench` with the sanitized kit beside its own. Builds that kit where it is missing or stale,
/// which takes some 20 seconds; nothing where it cannot be built. Throws Interrupted.
std::optional<Workbench> with_sanitized_kit(const Workbench& bench, Finds finds);

/// `bench` with the kit of GCC, for what clang lacks; likewise.
std::optional<Workbench> with_gcc_kit(const Workbench& bench);

}  // namespace grader
