#pragma once
// Where the report of a run goes: any number of files, each in a format, and standard output.

#include "core/report.hpp"
#include "report/writers.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// The formats by their names on the command line.
std::vector<std::string> format_names();

struct Output {
  std::string format = "text";
  std::string file = {};  ///< empty: standard output
};

/// A value of --format or --output, in the order of the command line.
struct OutputWord {
  bool is_file = false;
  std::string value;
};

/// Each --output belongs to the --format before it; where there is none, to the first, or to what
/// its name ends in, or to text.
/// Throws InputError for an unknown format, two files of one format, two formats that go to
/// standard output, and two that go to one file.
std::vector<Output> outputs_in(const std::vector<OutputWord>& words);

/// Nothing that was handed in says where a file is written: of what lies in `submission`, the
/// folder that is graded, a link or pipe in the place of the file is removed. Throws InputError for
/// a link above it, and where the file is a folder. `submission` may be empty.
void check(const std::vector<Output>& outputs, const std::filesystem::path& submission);

/// Writes a text to a file, or to standard output where its name is empty.
void write_to(const std::string& file, const std::string& text);

/// Writes the report to each output; where one fails, to the others all the same. Pages show what
/// is `beside`. Throws InputError or TryAgain for the first that could not be written.
void write_outputs(const std::vector<Output>& outputs, const Report& report,
                   const AllBeside& beside = {});

/// Writes a report with `error` in place of results. On standard output only where programs read
/// it: people read the error on standard error. Throws nothing.
void write_error(const std::vector<Output>& outputs, Report report, const std::string& error);

}  // namespace grader
