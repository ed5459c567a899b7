#pragma once
// Where the report of a run goes: any number of files, each in a format, and standard output.

#include "core/report.hpp"
#include "report/writers.hpp"

#include <filesystem>

namespace grader {

/// The formats by their names on the command line: those for people, JSON, and NAME for each
/// program integrations/NAME.jq beside the script ./grade, which makes a platform's format of JSON.
std::vector<std::string> format_names();

struct Output {
  std::string format = "text";
  std::string file = {};  ///< empty: standard output
};

/// Each format with its file, both in the order of the command line: the first --output belongs to
/// the first --format. Formats without a file go to standard output. Without a format it is what
/// the file's name ends in, or text. Throws InputError where there are more files than formats.
std::vector<Output> outputs_of(const std::vector<std::string>& formats,
                               const std::vector<std::string>& files);

/// Nothing that was handed in says where a file is written: of what lies in `submission`, the
/// folder that is graded, a link or pipe in the place of the file is removed. Throws InputError for
/// a link above it, and where the file is a folder; GraderFault where a platform's format cannot be
/// written. `submission` may be empty.
void check(const std::vector<Output>& outputs, const std::filesystem::path& submission);

/// What a jq program makes of the JSON report. It gets texts in which nothing is an order to a CI's
/// runner, and of the environment what it names as env.NAME. Throws GraderFault where jq is
/// missing, fails or takes too long.
std::string written_by(const std::filesystem::path& program, const Report& report);

/// Writes a text to a file, or to standard output where its name is empty.
void write_to(const std::string& file, const std::string& text);

/// Writes the report to each output; where one fails, to the others all the same. Pages show what
/// is `beside`. Throws InputError, GraderFault or TryAgain for the first that could not be written.
void write_outputs(const std::vector<Output>& outputs, const Report& report,
                   const AllPageExtras& beside = {});

/// Writes a report with `error` in place of results. On standard output only where programs read
/// it: people read the error on standard error. Throws nothing.
void write_error(const std::vector<Output>& outputs, Report report, const std::string& error);

}  // namespace grader
