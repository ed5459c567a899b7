#pragma once
// From a stub's text to a program: compile, then link with binding and references.

#include "compile/kit.hpp"
#include "core/exercise.hpp"
#include "system/process.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// Whether `path` is `folder` or below it, by their names.
bool lies_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// What a build in `folder` may read, the kit and the headers that its flags name, and write.
Access build_access(const Kit& kit, const std::filesystem::path& folder);

/// What a confined command may see, and take.
struct Confinement {
  Access access;
  Isolation isolation;
  std::filesystem::path folder;  ///< where it runs; the spare user, where there is one, gets it
  unsigned cpu_seconds = 0, memory_mib = 0, file_mib = 0;
};

/// What the commands of a build in `folder` may see, and take.
Confinement build_walls(const Kit& kit, const Isolation& isolation,
                        const std::filesystem::path& folder, unsigned cpu_seconds);

/// `commands` for the kit's confine, behind these walls; where there are none, they will come from
/// its standard input. Throws GraderFault where they must be able to read folders that hold
/// `course`.
Command confined(const Confinement& walls, const Kit& kit, const std::filesystem::path& course,
                 const std::vector<std::string>& commands);

/// Copies headers to the folder of a build.
void copy_headers(const std::set<std::filesystem::path>& headers,
                  const std::filesystem::path& folder);

/// How a build ended.
struct BuildResult {
  enum class State { built, compile_failed, link_failed, limit } state = State::built;
  std::string log;  ///< the whole output of compiler and linker
  double seconds = 0;
  double cpu_seconds = 0;
  std::string stopped = {};  ///< where that is `limit`: by which one, or "from outside …"
};

/// Compiles one source of the course's own, in its folder, into an object of few sections, so that
/// it links faster: behind no walls. Throws GraderFault when the compiler cannot be started or
/// needs too long, TryAgain when it is kept waiting or stopped.
BuildResult compile_alone(const Kit& kit, const std::filesystem::path& source,
                          const std::filesystem::path& object,
                          const std::vector<std::string>& more_flags, bool optimise);

/// Links objects of the course's own into `program`, in its folder.
BuildResult link_alone(const Kit& kit, const std::vector<std::filesystem::path>& objects,
                       const std::filesystem::path& program);

/// A build: compiler and linker, confined as the workbench says. Its walls are put up at once, so
/// that this can be done before there is anything to compile.
class Build {
 public:
  /// To compile `sources`, files of `folder`, and to link them with the prepared objects of `spec`
  /// into `program`, there, too. Nothing else can be written to.
  Build(const Toolchain& bench, const ProgramSpec& spec, const std::filesystem::path& folder,
        const std::vector<std::string>& sources, const std::string& program);

  /// All that its program depends on besides the texts of the sources: tools, walls, commands,
  /// headers, objects.
  const std::string& recipe() const { return recipe_; }

  /// The sources are there: the compiler starts, and its time begins.
  void begin();

  /// Waits for the end. Throws TryAgain where the machine kept it waiting, GraderFault when it
  /// could not be set up.
  BuildResult finish();

 private:
  Pipe commands_ = make_pipe();  ///< what goes through it begins the build
  std::optional<CapturedProcess> process_;
  std::string words_;  ///< the commands, as confine takes them
  std::string recipe_;
  std::filesystem::path folder_;
  unsigned cpu_seconds_;
};

}  // namespace grader
