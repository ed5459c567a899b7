#pragma once
// Many versions of a solution, compiled together: most of what a compiler takes for one
// of them is the same for all. For the course's own code.

#include "compile/program.hpp"

#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace grader {

class Versions {
 public:
  /// `text_of(i)` is the text of version `i` of `count`; it may throw InputError. `bench` and
  /// `spec` must outlive this. Nothing is built yet.
  Versions(const Workbench& bench, const ProgramSpec& spec, std::size_t count,
           std::function<std::string(std::size_t)> text_of);

  /// The program of version `i`, which can be taken once; from several threads at a time. Builds it
  /// with others, behind no walls. Those that do not build together are built alone, as a
  /// submission is, so that the program may have a problem. Throws what `text_of` does, and
  /// GraderFault when the compiler cannot be started.
  Program take(std::size_t i);

 private:
  /// Of n groups, group k has versions k, k + n, k + 2n, …: threads that take one after the other
  /// build different groups.
  struct Group {
    std::once_flag built;
    std::vector<Program> programs;  ///< empty where they do not build together
  };

  const Workbench& bench_;
  const ProgramSpec& spec_;
  std::size_t count_;
  std::function<std::string(std::size_t)> text_of_;
  std::vector<Group> groups_;

  void build(std::size_t first, Group& group) const;
};

/// Whether a text can be compiled with others: all that stand behind it would see its macros.
bool can_follow_others(const std::string& text);

/// Makes one program of all `texts`, and says which of them compile. In the place of one that does
/// not stands the first; where that does not compile either, GraderFault is thrown. The program
/// takes one input more, in front: the number of the text to call.
std::vector<bool> link_numbered(const Workbench& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts,
                                const std::filesystem::path& program);

}  // namespace grader
