#pragma once
// From a stub's text to a program: compile, then link with the exercise's binding.

#include "build/kit.hpp"
#include "core/exercise.hpp"
#include "launch/process.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace grader {

/// Which templates the object file gets.
enum class Templates {
  only_unknown,  ///< what the launcher has is left out, where the kit can do that
  all,
};

/// How a stage of the build ended.
struct BuildResult {
  enum class State { built, failed, limit } state = State::built;
  std::string log;  ///< the compiler's or linker's whole output
  double seconds = 0;
};

/// A compilation under way.
class Compilation {
 public:
  Compilation(const Kit& kit, const Exercise& exercise, const std::filesystem::path& source,
              const std::filesystem::path& object, Templates templates);
  BuildResult finish();

 private:
  CapturedProcess process_;
};

/// The object file that calls the exercise's function, compiled from its contract when it is not
/// there yet. Throws GraderFault when the contract does not compile.
std::filesystem::path binding_object(const Kit& kit, const Exercise& exercise);

/// Links object files into the program that the launcher loads.
BuildResult link_program(const Kit& kit, const std::filesystem::path& object,
                         const std::filesystem::path& binding,
                         const std::filesystem::path& program);

}  // namespace grader
