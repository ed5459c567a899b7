#pragma once
// Many versions of an exercise's solution, compiled together: most of what a compiler takes for one
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
  /// `exercise` must outlive this. Nothing is built yet.
  Versions(const Workbench& bench, const Exercise& exercise, std::size_t count,
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
  const Exercise& exercise_;
  std::size_t count_;
  std::function<std::string(std::size_t)> text_of_;
  std::vector<Group> groups_;

  void build(std::size_t first, Group& group) const;
};

/// Whether a text means the same behind others: a macro of one would be seen by all after it.
bool can_follow_others(const std::string& text);

/// Makes one program of those of `texts` that compile, and says which do. It takes the number of the
/// one to call as a further input in front. In place of others is the first text, which must
/// compile: else GraderFault is thrown.
std::vector<bool> link_numbered(const Workbench& bench, const Exercise& exercise,
                                std::vector<std::string> texts,
                                const std::filesystem::path& program);

}  // namespace grader
