#pragma once
// A kit: one compiler with the precompiled header and the launcher that were built for it. A
// workbench: a kit at work.

#include "sandbox/tier.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

struct Kit {
  std::string name;  ///< clang or gcc
  std::string compiler;
  std::string compiler_version;
  std::string platform;  ///< machine, compiler and libraries: the same where objects fit together
  std::string linker;
  std::vector<std::string> flags;
  std::vector<std::string> optimising_flags;  ///< for the course's own code, without the header
  std::vector<std::string> counted_flags;     ///< in place of `flags` where costs are counted
  std::vector<std::string> counted_link_flags;
  std::vector<std::string> line_flags;  ///< more of them, for a program that knows its lines
  std::string tool;                     ///< the folder with grader/ and exercises/
  std::string launcher;
  std::string start_object;
  std::string static_library;
  std::string cmake;        ///< which made it
  std::string confine;      ///< the program that confines compilers
  std::string probe_build;  ///< tries what a compiler should not be able to do
  std::filesystem::path folder;
  bool sanitized = false;  ///< its programs find their own faults, and need much memory for it
  std::shared_ptr<const Kit>
      parts;  ///< whose bindings and references they have; its own where null

  /// What the runtime's own headers and the measures are found with.
  std::vector<std::string> runtime_flags() const {
    return {"-I" + tool + "/grader", "-I" + tool + "/grader/runtime", "-I" + tool + "/exercises"};
  }
  std::filesystem::path build_folder() const { return folder.parent_path().parent_path(); }
};

/// The kit named `name` in `folder`; for "auto" the fastest one whose compiler is there. Throws
/// GraderFault when it has not been built.
Kit load_kit(const std::filesystem::path& folder, const std::string& name);

/// A kit whose programs have the bindings and references of `kit`: for other flags.
Kit with_parts_of(const Kit& kit);

/// The program in which a debugger runs what `kit` has built: built first where it is missing or
/// stale. Throws GraderFault where it cannot be, Interrupted.
std::filesystem::path debug_host(const Kit& kit);

/// The names of the kits in `folder`, fastest first.
std::vector<std::string> kit_names(const std::filesystem::path& folder);

/// Gets a line on what takes long; may be empty.
using Tell = std::function<void(const std::string&)>;

/// Behind which walls a kit builds and runs programs, how long a build may take, and who hears of
/// what takes long.
struct Toolchain {
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
std::optional<Toolchain> with_sanitized_kit(const Toolchain& bench, Finds finds);

/// Whether `log`, what the compiler of `kit` says of a text, may come of a part of C++20 that this
/// version of clang lacks, and GCC 12 has.
bool may_lack_a_feature(const Kit& kit, std::string_view log);

/// `bench` with the kit of GCC, for what clang lacks; nothing on a machine without GCC. Throws
/// GraderFault where it cannot be built, since a program shall not fail for that.
std::optional<Toolchain> with_gcc_kit(const Toolchain& bench);

}  // namespace grader
