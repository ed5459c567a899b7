#pragma once
// A program made from a source text.

#include "compile/compile.hpp"
#include "compile/kit.hpp"
#include "core/exercise.hpp"
#include "core/report.hpp"
#include "system/files.hpp"

#include <optional>
#include <string>
#include <vector>

namespace grader {

struct Program {
  Descriptor file;                 ///< the shared object, open for reading
  std::optional<Verdict> problem;  ///< build_failed or build_limit
  std::string message;             ///< of the problem, in a line
  std::optional<Place> place;      ///< of the first compile error
  bool unexplained = false;        ///< it has a problem, and no place in the text is the reason
  std::vector<std::string> details;
  std::string log;
  double seconds = 0;
};

/// A shared object open for reading. Follows no link; throws GraderFault where `file` is no regular
/// file, TryAgain where programs cannot run from.
Descriptor opened_program(const std::filesystem::path& file);

/// The same program opened once more. Descriptors of one opening share their position, so each
/// runner that works beside others needs an opening of its own. Throws TryAgain.
Descriptor opened_again(int program);

/// The program that was kept last in `folder`, where it was built by `recipe`, the digest of all
/// that it depends on: a program for `run` serves `picture` and `case`, too.
std::optional<Program> kept_program(const std::filesystem::path& folder, const Digest256& recipe);

/// Keeps a program in the place of the one before. Where that cannot be, nothing is kept, without a
/// word.
void keep_program(const std::filesystem::path& folder, const Digest256& recipe,
                  const Program& program);

struct SourceText {
  std::string name;  ///< of the file, such as NAME.cpp
  std::string text;
};

/// A program in the making: compiling starts with construction or with `begin`, so that other work
/// can go on beside it. What was built before, in the same way, is taken as it is.
class ProgramBuild {
 public:
  /// Puts up the walls, behind which the text will be compiled that `begin` brings.
  ProgramBuild(const Toolchain& bench, const ProgramSpec& spec);
  void begin(const std::string& text);

  /// The text is compiled under the name of the program's own file, NAME.cpp.
  ProgramBuild(const Toolchain& bench, const ProgramSpec& spec, const std::string& text)
      : ProgramBuild(bench, spec, std::vector{SourceText{spec.name + ".cpp", text}}) {}

  /// A program of several sources, or of prepared objects alone. Messages speak of the first
  /// source.
  ProgramBuild(const Toolchain& bench, const ProgramSpec& spec, std::vector<SourceText> sources);

  /// Waits for compiler and linker. Throws as result_of does.
  Program finish();

 private:
  void put_up_walls();
  void begin();
  void add_warnings(Program& program) const;

  // One for each build: what a compiler has written to is never written to again.
  TemporaryFolder folder_;
  Toolchain bench_;
  ProgramSpec spec_;
  std::vector<SourceText> sources_;
  Pipe commands_ = make_pipe();  ///< what goes through it begins the build
  std::optional<CapturedProcess> process_;
  std::string words_;  ///< the commands, as confine takes them
  /// All that the program depends on: tools, walls, commands, headers, objects, texts.
  std::string made_of_;
  Digest256 recipe_{};           ///< of the same
  std::optional<Program> kept_;  ///< of an earlier build: nothing is built any more
};

}  // namespace grader
