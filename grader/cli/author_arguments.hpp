#pragma once
// The command lines of commands for authors and instructors.

#include "cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <functional>

namespace grader {

/// A command: its part of the command line, and what it does.
struct Subcommand {
  CLI::App* app;
  std::function<ExitCode(const Setup&)> work;
};

Subcommand add_verify(CLI::App& app);
Subcommand add_reference(CLI::App& app);
Subcommand add_new(CLI::App& app);
Subcommand add_release(CLI::App& app);
Subcommand add_package(CLI::App& app);
Subcommand add_demo(CLI::App& app);

}  // namespace grader
