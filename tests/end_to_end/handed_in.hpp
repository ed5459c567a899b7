#pragma once
// What tests of a class hand in, and what a batch says of it.

#include "end_to_end/support.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace e2e {

inline const fs::path right_file = source / "tests/submissions/right_loops.cpp";

/// Has tests/archives/make.py write archives of a kind, "good" or "hostile".
inline void make_archives(const std::string& kind, const fs::path& folder) {
  const Result made = run({"/usr/bin/python3", (source / "tests/archives/make.py").string(), kind,
                           folder.string(), right_file.string()});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
}

inline void put(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  write(file, text);
}

/// All paths below a folder.
inline std::vector<std::string> paths_in(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

/// All that a batch leaves for people, by path, but the log of times.
inline std::map<std::string, std::string> batch_files(const fs::path& out) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(out)) {
    const std::string path = entry.path().lexically_relative(out).generic_string();
    if (entry.is_regular_file() && !path.starts_with(".") && path != "run.jsonl")
      files[path] = read(entry.path());
  }
  return files;
}

/// What a batch says of exercise 02, by id: "verdict: message".
inline std::map<std::string, std::string> said_by(const fs::path& out) {
  std::map<std::string, std::string> said;
  for (const auto& entry : fs::directory_iterator(out / "results")) {
    const json report = json::parse(read(entry.path()));
    for (const json& one : report["exercises"]) {
      if (one["number"] == 2)
        said[report["submission"]] =
            one["verdict"].get<std::string>() + ": " + one["message"].get<std::string>();
    }
  }
  return said;
}

/// `grade batch FOLDER 02`, which must go through. What it prints.
inline std::string graded_class(const fs::path& folder, const fs::path& out) {
  const Result result = grade({"batch", folder.string(), "02", "--out", out.string()});
  INFO(result.out << result.err);
  REQUIRE(result.exit_code == 0);
  return result.out;
}

inline json submissions(const fs::path& out) {
  return json::parse(read(out / "submissions.json"))["submissions"];
}

}  // namespace e2e
