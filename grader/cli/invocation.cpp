#include "cli/invocation.hpp"

#include "core/text.hpp"

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace grader {
namespace {

constexpr std::string_view front = "./grade";

std::string found_front() {
  namespace fs = std::filesystem;
  const std::string command = environment("SOFTMARK_COMMAND");
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (!command.starts_with('/') || error) return std::string(front);
  const std::string whole = fs::path(command).lexically_normal().string();
  std::string relative = fs::path(whole).lexically_relative(here).string();
  if (relative.find('/') == relative.npos) relative.insert(0, "./");
  return shell_word(relative.size() <= whole.size() ? relative : whole);
}

/// Whether a word can begin behind, or end before, this character.
bool ends_word(char c) { return std::string_view(" \n`(),;:").find(c) != std::string_view::npos; }

/// The front door, with the options of all commands that were typed.
std::string& stored_invocation() {
  static std::string typed = found_front();
  return typed;
}

std::string& grading_arguments() {
  static std::string typed;
  return typed;
}

/// Where the command ends that begins here, of those that choose what they grade; 0 for others.
std::size_t end_of_grading_command(std::string_view words) {
  for (const std::string_view command : {" run", " case", " picture", " debug"}) {
    const std::size_t end = command.size();
    if (words.starts_with(command) && (words.size() == end || ends_word(words[end]))) return end;
  }
  return 0;
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

const std::string& invocation() { return stored_invocation(); }

void add_to_invocation(const std::string& option, const std::string& value) {
  stored_invocation() += ' ' + option + ' ' + shell_word(value);
}

void set_grading_arguments(const std::string& words) { grading_arguments() = ' ' + words; }

std::string expand_invocation(std::string text) {
  for (std::size_t at = 0; (at = text.find(front, at)) != text.npos;) {
    const std::size_t end = at + front.size();
    const bool word =
        (at == 0 || ends_word(text[at - 1])) && (end == text.size() || ends_word(text[end]));
    if (!word) {
      ++at;
      continue;
    }
    text.replace(at, front.size(), invocation());
    at += invocation().size();
    const std::size_t command = end_of_grading_command(std::string_view(text).substr(at));
    if (command == 0 || text.find(" --submission ", at) != text.npos) continue;
    text.insert(at + command, grading_arguments());
  }
  return text;
}

}  // namespace grader
