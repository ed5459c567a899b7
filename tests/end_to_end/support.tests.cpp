#include "end_to_end/support.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace e2e {

namespace {

pid_t start_words(std::vector<std::string> words, const fs::path& root, const Environment& extra,
                  int out, int err) {
  std::map<std::string, std::string> variables{
      {"SOFTMARK_ROOT", root.string()}, {"PATH", "/usr/bin:/bin"}, {"HOME", "/nonexistent"}};
  for (const auto& [name, value] : extra) variables[name] = value;
  std::vector<std::string> settings;
  for (const auto& [name, value] : variables) settings.push_back(name + "=" + value);
  std::vector<char*> argv, environment;
  for (std::string& word : words) argv.push_back(word.data());
  for (std::string& setting : settings) environment.push_back(setting.data());
  argv.push_back(nullptr);
  environment.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  for (const auto& [descriptor, number] : {std::pair{out, 1}, std::pair{err, 2}}) {
    if (descriptor >= 0) {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number);
    } else {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0);
    }
  }
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, words[0].c_str(), &actions, nullptr, argv.data(),
                      environment.data()) == 0);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

}  // namespace

pid_t start(const std::vector<std::string>& arguments, const fs::path& root,
            const Environment& extra, int out, int err) {
  return start_words(joined({program.string()}, arguments), root, extra, out, err);
}

Result run(const std::vector<std::string>& words, const fs::path& root, const Environment& extra) {
  int out[2], err[2];
  REQUIRE(pipe2(out, O_CLOEXEC) == 0);
  REQUIRE(pipe2(err, O_CLOEXEC) == 0);
  const pid_t child = start_words(words, root, extra, out[1], err[1]);
  close(out[1]);
  close(err[1]);

  Result result;
  pollfd ends[2] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
  std::string* texts[2] = {&result.out, &result.err};
  for (int open_ends = 2; open_ends > 0;) {
    poll(ends, 2, -1);
    for (int i = 0; i < 2; ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      char buffer[65536];
      const ssize_t count = ::read(ends[i].fd, buffer, sizeof buffer);
      if (count > 0) {
        texts[i]->append(buffer, static_cast<std::size_t>(count));
      } else {
        close(ends[i].fd);
        ends[i].fd = -1;
        --open_ends;
      }
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

Result grade(const std::vector<std::string>& arguments, const fs::path& root,
             const Environment& extra) {
  return run(joined({program.string()}, arguments), root, extra);
}

Result grade_with(const fs::path& copy, const std::vector<std::string>& arguments) {
  return run(joined({copy.string()}, arguments), source, {});
}

Result grade_on(const std::vector<std::string>& machine, const std::vector<std::string>& arguments,
                const Environment& extra) {
  std::vector<std::string> words{(program.parent_path() / "tests/machine").string()};
  words.insert(words.end(), machine.begin(), machine.end());
  words.insert(words.end(), {"--", program.string()});
  return run(joined(std::move(words), arguments), source, extra);
}

std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& arguments) {
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::vector<std::string> plain_user() {
  if (geteuid() != 0) return {};
  return {"--user", "12345"};
}

bool plain_user_reaches_course() {
  const bool reaches = grade_on(plain_user(), {"--version"}).exit_code == 0;
  if (!reaches) tell_skipped("not tried as a plain user, who cannot enter " + source.string());
  return reaches;
}

bool isolates(const std::vector<std::string>& machine) {
  const Result tried = grade_on(
      machine,
      {"run", "02", "--submission", (source / "solutions").string(), "--isolation", "required"});
  if (tried.exit_code == 0) return true;
  std::string options;
  for (const std::string& option : machine) options += " " + option;
  tell_skipped("nothing isolates here:" + options);
  return false;
}

json report(std::vector<std::string> arguments, const fs::path& root) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--format", "json"});
  const Result result = grade(arguments, root);
  INFO(result.err);
  INFO(result.out);
  REQUIRE(json::accept(result.out));
  return json::parse(result.out);
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  INFO(file.string());
  REQUIRE(stream);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  REQUIRE(stream);
}

Folder::Folder(const fs::path& parent) {
  std::string pattern = (parent / "softmark-test-XXXXXX").string();
  REQUIRE(mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

CourseCopy::CourseCopy() {
  for (const char* name : {"exercises", "solutions", "reference_data", "demos"}) {
    fs::copy(source / name, path() / name, fs::copy_options::recursive);
  }
  for (const auto& entry : fs::directory_iterator(path() / "exercises")) {
    for (const auto& file : fs::directory_iterator(entry.path())) {
      if (file.path().extension() != ".original") continue;
      fs::copy_file(file.path(), entry.path() / file.path().stem(),
                    fs::copy_options::overwrite_existing);
    }
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  INFO(from);
  REQUIRE(text.find(from) != std::string::npos);
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace e2e
