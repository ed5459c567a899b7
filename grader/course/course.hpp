#pragma once
// Where things lie: the folders of a course, the exercises and demonstrations found in them, and
// which of these the words of a command line mean.

#include "core/exercise.hpp"

namespace grader {

/// An exercise whose files are wrong, or that uses such a one.
struct BrokenExercise {
  unsigned number = 0;
  std::string name;
  std::string reason;
};

/// What a course has besides its exercises, unless its course.json turns it off.
struct Practice {
  bool drills = true;
  bool review = true;
  bool catches = true;
  bool questions = true;
};

/// A part of the course, which `list` shows by its title.
struct CoursePart {
  std::size_t from;  ///< the number of its first exercise
  std::string title;
};

struct Course {
  std::filesystem::path root;
  std::vector<Exercise> exercises;          ///< those that were read, by number
  std::vector<BrokenExercise> broken = {};  ///< by number
  /// Folders that are no exercises, as copies: another one has their number, and they lack a
  /// contract of their name.
  std::vector<std::filesystem::path> copies = {};
  Practice practice = {};
  std::vector<CoursePart> parts = {};        ///< in the order of their numbers
  std::vector<std::string> fast_track = {};  ///< names, of which some may not be handed out

  std::filesystem::path solution(const Exercise& exercise) const {
    return root / "solutions" / exercise.folder / (exercise.name + ".cpp");
  }
  std::filesystem::path mistakes(const Exercise& exercise) const {
    return root / "solutions" / exercise.folder / "mistakes.md";
  }
  std::filesystem::path settings() const { return root / "course.json"; }
  /// measures.cpp of the exercise's folder, or that beside its solution where it has none.
  std::filesystem::path measures(const Exercise& exercise) const;
  std::filesystem::path reference(const Exercise& exercise) const {
    return root / "reference_data" / (exercise.folder + ".json");
  }
  /// What a released copy has of the solutions: objects, a folder for each kit, and the names and
  /// messages of known mistakes.
  std::filesystem::path released() const { return root / "references"; }
  std::filesystem::path released_mistakes(const Exercise& exercise) const {
    return released() / "mistakes" / (exercise.folder + ".json");
  }
};

/// Whether exercises with wrong files stop a course from being read.
enum class OnBrokenExercise { refuse, skip };

/// Reads the exercises below `folder` that `words` mean (as for folders_meant), and those that they
/// use; all for no words. Throws InputError where there are none, or one is wrong.
Course load_course(const std::filesystem::path& folder, const std::vector<std::string>& words = {},
                   OnBrokenExercise broken = OnBrokenExercise::refuse);

/// Fills in what exercise.json in the exercise's directory says (docs/formats.md); its name and
/// folder are known. Throws InputError, naming file and place, where a field is missing, unknown or
/// wrong.
void read_exercise(Exercise& exercise);

class JsonNode;

/// The object "limits", of an exercise or a demonstration.
Limits read_limits(const JsonNode& node);

/// What `node` says about the pictures of `exercise`, whose results and steps are known. Throws
/// InputError where a name is not among them.
PictureSpec read_picture(const JsonNode& node, const Exercise& exercise);

/// The headers in an exercise's folder that are not as they were handed out.
std::vector<std::filesystem::path> changed_headers(const Exercise& exercise);

/// Gives `program` what it needs to call the function of `used`: its headers and references.
void use(const Course& course, const Exercise& used, ProgramSpec& program);

/// The exercise that `word` names: a number (2, 02), a name or its start, a folder, or a path to or
/// into it. Throws InputError, with the nearest name, or all where several start so.
const Exercise& find_exercise(const Course& course, std::string_view word);

/// The folders of the exercises that `words` mean, in no order: besides single ones "all", ranges
/// of numbers (1-3), and lists (1,2,attention). Throws InputError for an unknown word.
std::vector<std::string> folders_meant(const Course& course, const std::vector<std::string>& words);

/// The exercises that `words` mean, in the course's order without repeats; all of them for no
/// words.
std::vector<Exercise> find_exercises(const Course& course, const std::vector<std::string>& words);

/// Demonstrations: programs that use the exercises as a document does, and print what it prints.
struct Demo {
  std::string name;
  std::string title;
  std::string source;   ///< what it demonstrates
  ProgramSpec program;  ///< its references: the demonstration, and the solutions that it uses
};

/// The demonstrations that demos/demos.json lists, in its order; none where there is no such file.
/// Throws InputError where it is wrong.
std::vector<Demo> load_demos(const Course& course);

/// The demonstration of that name. Throws InputError, with the nearest name as a suggestion, when
/// there is none.
const Demo& find_demo(const std::vector<Demo>& demos, std::string_view name);

}  // namespace grader
