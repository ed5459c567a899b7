#pragma once
// Gathers what everybody handed in. Equal files become one work; so do equal reasons for having
// none.

#include "batch/batch.hpp"

#include <map>
#include <string>
#include <vector>

namespace grader {

/// A submission's file of one exercise, or why there is none.
struct TakenIn {
  std::string file;                ///< its path below the submission's folder; may be empty
  std::optional<Verdict> problem;  ///< as of an Intake
  std::string reason;
  Digest256 digest{};    ///< of the text, or of the reason
  Digest256 likeness{};  ///< of the text, where it is the first of its kind
};

/// The digest that stands for a reason.
Digest256 digest_of_problem(Verdict problem, const std::string& reason);

class Collector {
 public:
  explicit Collector(const std::vector<Exercise>& exercises) { frozen_.exercises = exercises; }

  /// Whether a file with this digest was there before.
  bool knows(std::size_t exercise, const Digest256& digest) const {
    return works_.contains({exercise, digest});
  }

  /// The next submission, with a file for each exercise, and the paths of those that are none.
  void add(Submitter submitter, const std::vector<TakenIn>& files,
           std::vector<std::string> unrecognised);

  Frozen frozen() && { return std::move(frozen_); }

 private:
  Frozen frozen_;
  std::map<std::pair<std::size_t, Digest256>, std::uint32_t> works_;
  std::map<std::string, std::uint32_t> files_;
};

}  // namespace grader
