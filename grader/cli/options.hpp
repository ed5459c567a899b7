#pragma once
// Options that several commands have.

#include "cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace grader {

/// --isolation.
void add_isolation(CLI::App& command, std::string& isolation);

/// --sanitizers.
void add_sanitizers(CLI::App& command, std::string& sanitizers);

/// --jobs.
void add_jobs(CLI::App& command, unsigned& jobs);

/// The options of every command that grades submissions: fresh cases, limits, and the two above.
void add_grading(CLI::App& run, GradingOptions& options);

/// All options of `batch`.
void add_batch_options(CLI::App& batch, BatchOptions& options);

}  // namespace grader
