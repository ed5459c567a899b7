#pragma once
// Compilers and linkers: their commands, the walls around them, and how they ended.

#include "compile/kit.hpp"
#include "core/exercise.hpp"
#include "system/process.hpp"

#include <filesystem>
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
                          const std::filesystem::path& object, std::vector<std::string> flags);

/// Links objects of the course's own into `program`, in its folder, by these flags.
BuildResult link_alone(const Kit& kit, const std::vector<std::filesystem::path>& objects,
                       const std::filesystem::path& program,
                       const std::vector<std::string>& flags = {});

/// The command that compiles `source` by `flags`, the kit's for its kind, in the source's folder.
std::vector<std::string> compiler_words(const Kit& kit, const std::vector<std::string>& flags,
                                        const std::filesystem::path& source,
                                        const std::filesystem::path& object);

/// The command that links `program`, by `flags` besides those of every program. Of functions that
/// several objects have, those of the first count.
std::vector<std::string> linker_words(const Kit& kit, const std::vector<std::string>& objects,
                                      const std::filesystem::path& program,
                                      const std::vector<std::string>& flags);

/// Waits for the end of a build in `folder`. Throws TryAgain where the machine kept it waiting,
/// GraderFault when it could not be set up.
BuildResult result_of(CapturedProcess& process, const std::filesystem::path& folder,
                      unsigned cpu_seconds);

}  // namespace grader
