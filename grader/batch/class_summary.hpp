#pragma once
// The overview of a class: counts of verdicts, mistakes and errors. Pure.

#include "batch/batch.hpp"
#include "core/report.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// Texts that many results share.
using Remarks = std::set<std::string>;

/// What is remembered of a graded file. The texts are among the remarks; null for none.
struct ResultSummary {
  Verdict verdict = Verdict::skipped;
  double score = 0;
  bool untouched = false;                    ///< no file, or the stub as it was handed out
  const std::string* mistake = nullptr;      ///< its name
  const std::string* explanation = nullptr;  ///< what the student did
  const std::string* step = nullptr;         ///< the first wrong one
  const std::string* error = nullptr;        ///< of the compiler
};

ResultSummary noted_in(const ExerciseResult& result, Remarks& remarks);

/// A mistake, wrong step or compile error, and the members who have it.
struct Finding {
  std::string name;  ///< several names, where mistakes share a message
  std::string text;
  std::vector<std::uint32_t> who;
};

/// Files that are equal but for comments, white space and names. Each element of `files` lists the
/// members who handed in the same bytes.
struct SimilarFiles {
  std::vector<std::vector<std::uint32_t>> files;
  std::vector<std::string> earlier = {};  ///< ids of an earlier class
  std::size_t count() const;
  bool same_bytes() const { return files.size() == 1 && earlier.empty(); }  ///< as far as known
};

struct ClassExercise {
  unsigned number = 0;
  std::string name, folder, title;
  std::map<Verdict, std::size_t> verdicts;
  std::vector<Finding> mistakes, steps, errors;  ///< the commonest first
  std::vector<SimilarFiles> alike;               ///< the largest first
  std::size_t with(Verdict verdict) const;
};

struct ClassMember {
  std::string id;
  std::string name;  ///< of the files
  std::string who;   ///< for people
  double score = 0;
  double most = 0;                             ///< the points of the exercises that could be graded
  bool nothing = false;                        ///< handed in nothing, or untouched stubs only
  std::vector<std::string> unrecognised = {};  ///< files that came instead; only where `nothing`
  std::string no_time = {};  ///< why it is not known when it came, where a commit should tell it
};

struct ClassSummary {
  std::vector<ClassExercise> exercises;
  std::vector<ClassMember> members;
  std::optional<Enrolment> enrolment = {};  ///< where there is a list of the class
  std::vector<std::string> others = {};  ///< entries of the class's folder that are no submissions
};

/// Counts the results of a class; `noted` has one for each work.
ClassSummary summarise(const Frozen& frozen, const std::vector<ResultSummary>& noted);

/// A histogram of the members' percentages: ten bins of ten percent, then one for all points.
/// Members of whom nothing could be graded are left out.
std::vector<std::size_t> distribution(const ClassSummary& summary);

/// The median of those percentages, if there is one.
std::optional<double> median_percent(const ClassSummary& summary);

/// A page with links to feedback/, and the same as JSON, complete.
std::string class_html(const ClassSummary& summary);
std::string class_json(const ClassSummary& summary);

}  // namespace grader
