#pragma once
// What a program is built from, besides the text that is graded, and how much it may use.

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grader {

struct Limits {
  unsigned cpu_seconds = 2;  ///< of one case; it may be idle three times as long
  unsigned memory_mib = 1024;
  unsigned run_seconds = 0;  ///< of all calls of an exercise together, idle ones too; 0: any
};

/// How sources include a header, which may be kept as NAME.hpp.original: as it was handed out.
inline std::filesystem::path header_name(const std::filesystem::path& header) {
  return header.extension() == ".original" ? header.stem() : header.filename();
}

/// A source of the course's own, and the headers that it may include.
struct Reference {
  std::filesystem::path source;
  std::set<std::filesystem::path> headers;
  bool optimise = false;  ///< called so often that it pays
};

/// An exercise's program, or that of a demonstration.
struct ProgramSpec {
  std::string name;    ///< of its function, and of its files: NAME.cpp, and NAME.hpp, the contract
  std::string folder;  ///< what messages call it: NN_NAME of an exercise
  Limits limits;
  std::vector<std::string> uses;  ///< names of the exercises whose reference versions it calls

  std::filesystem::path course;             ///< the folder of the course that it is part of
  std::filesystem::path directory;          ///< where the contract lies: exercises/NN_name, demos
  std::set<std::filesystem::path> headers;  ///< that its code may include, by header_name()
  std::vector<Reference> references;        ///< what it is linked with
  std::optional<Reference> solution;        ///< what its costs are compared with, where they count
  std::optional<Reference> recorded;        ///< the solution, for what it gives in every shape
  std::filesystem::path measures_source;    ///< measures.cpp; empty where nothing is measured
  std::filesystem::path released;           ///< objects that stand for sources a copy does not have
  std::filesystem::path contract() const { return directory / (name + ".hpp"); }
};

}  // namespace grader
