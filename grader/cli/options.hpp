#pragma once
// Options that several commands have.

#include "cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace grader {

/// Adds an option such as "--jobs N", where N is what --help calls its value.
template <class Value>
CLI::Option* add_option(CLI::App& command, const std::string& name, Value& value,
                        const std::string& help) {
  const std::size_t space = name.find(' ');
  return command.add_option(name.substr(0, space), value, help)->type_name(name.substr(space + 1));
}

/// Likewise an option that takes one of some words. Each comes with the value that it stands for.
template <class Value>
CLI::Option* add_choice(
    CLI::App& command, const std::string& name, Value& value,
    const std::vector<std::pair<std::string, std::type_identity_t<Value>>>& words,
    const std::string& help) {
  std::vector<std::string> all;
  for (const auto& each : words) all.push_back(each.first);
  const auto set = [&value, words](const std::string& word) {
    for (const auto& each : words) {
      if (each.first == word) value = each.second;
    }
  };
  const std::size_t space = name.find(' ');
  return command.add_option_function<std::string>(name.substr(0, space), set, help)
      ->check(CLI::IsMember(all))
      ->type_name(name.substr(space + 1));
}

/// A whole number from `first` to `last`.
CLI::Validator whole_number(unsigned first, unsigned last);

/// The name of a file, which is not empty.
CLI::Validator file_name();

/// Writes --help in plain words, without the library's notation.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// --isolation.
void add_isolation(CLI::App& command, std::optional<Walls>& isolation);

/// --sanitizers.
void add_sanitizers(CLI::App& command, std::optional<SecondLook>& sanitizers);

/// --jobs.
void add_jobs(CLI::App& command, unsigned& jobs);

/// The options of every command that grades submissions: fresh cases, limits, and the two above.
void add_grading(CLI::App& run, GradingOptions& options);

/// A command: its part of the command line, and what it does.
struct Subcommand {
  CLI::App* app;
  std::function<ExitCode(const Setup&)> work;
};

Subcommand add_batch(CLI::App& app);
Subcommand add_verify(CLI::App& app);
Subcommand add_reference(CLI::App& app);
Subcommand add_new(CLI::App& app);
Subcommand add_release(CLI::App& app);
Subcommand add_package(CLI::App& app);
Subcommand add_demo(CLI::App& app);

}  // namespace grader
