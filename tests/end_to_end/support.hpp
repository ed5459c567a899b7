#pragma once
// Runs the real program as a user would, and makes folders to run it on.

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace e2e {

/// Whether 02 is called in one of the shapes that all who pass the public cases are called in.
inline const std::string in_a_shape =
    "((value.omega.shape(0) == 1 + (X.shape(0) + query.omega.shape(0) - 2) % 11 &&\n"
    "X.shape(1) == 1 + (2 * X.shape(0) + query.omega.shape(0) - 3) % 11) || X.shape(0) > 9 ||\n"
    "X.shape(1) > 9 || query.omega.shape(0) > 9 || value.omega.shape(0) > 9)";

namespace fs = std::filesystem;
using nlohmann::json;

/// The project's sources, and the program under test.
inline const fs::path source = SOFTMARK_SOURCE;
inline const fs::path program = SOFTMARK_GRADE;

struct Result {
  int exit_code = -1;
  std::string out;
  std::string err;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Starts `grade ARGUMENTS...` with its streams on the given descriptors (-1: /dev/null).
pid_t start(const std::vector<std::string>& arguments, const fs::path& root,
            const Environment& extra, int out, int err);

/// `grade ARGUMENTS...` with standard input from /dev/null, on the course in `root`.
Result grade(const std::vector<std::string>& arguments, const fs::path& root = source,
             const Environment& extra = {});

/// Any other command, its first word a path, likewise.
Result run(const std::vector<std::string>& words, const fs::path& root = source,
           const Environment& extra = {});

/// The same with another copy of the program.
Result grade_with(const fs::path& copy, const std::vector<std::string>& arguments);

/// The same on another machine, played by tests/attacks/machine.cpp with the options `machine`.
Result grade_on(const std::vector<std::string>& machine, const std::vector<std::string>& arguments,
                const Environment& extra = {});

/// `words`, then `arguments`.
std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& arguments);

/// Whether what a batch requires holds on that machine; tells where it does not.
bool isolates(const std::vector<std::string>& machine);

/// The options of `grade_on` that play a plain user; none where one runs the tests.
std::vector<std::string> plain_user();

/// Whether a plain user may start the grader: not where root's course lies in root's home. Warns
/// where not.
bool plain_user_reaches_course();

/// The JSON report of `grade run ARGUMENTS... --format json`. Requires valid JSON.
json report(std::vector<std::string> arguments, const fs::path& root = source);

std::string read(const fs::path& file);
void write(const fs::path& file, const std::string& text);

/// A folder that goes away at the end of the test.
class Folder {
 public:
  explicit Folder(const fs::path& parent = fs::temp_directory_path());
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }
  fs::path operator/(const fs::path& name) const { return path_ / name; }

 private:
  fs::path path_;
};

/// A copy of the course's exercises, solutions and reference data, free to be damaged; stubs are as
/// they were handed out.
class CourseCopy : public Folder {
 public:
  CourseCopy();
};

/// `text` with every `from` replaced. Requires that there is one.
std::string replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace e2e
