#pragma once
// Messages of known mistakes: in a released copy they are sealed, and open by running the mistake.

#include "core/case.hpp"
#include "diagnose/diagnose.hpp"
#include "grade/grader.hpp"
#include "run/runner.hpp"
#include "system/process.hpp"

#include <deque>
#include <string>
#include <vector>

namespace grader {

/// Gives mistakes with their messages, of an exercise whose file was read.
class Messages {
 public:
  /// `material` and the others must outlive this. Nothing is run yet.
  Messages(const Grader& grader, Runner& runner, const Exercise& exercise, const Material& material)
      : grader_(grader), runner_(runner), exercise_(exercise), material_(material) {}

  /// The same mistake, one of the material's, with its message; null where it does not open.
  const Mistake* readable(const Mistake* mistake);

  /// The equivalent variants, or else the mistakes, whose steps a program recorded, in all runs and
  /// not all right: of several with one message, one.
  std::vector<const Mistake*> recorded(const std::vector<Run>& runs, bool equivalent);

 private:
  /// Whether there is a program of the versions; opens it when it is first needed.
  bool open_program();
  const Grader& grader_;
  Runner& runner_;
  const Exercise& exercise_;
  const Material& material_;
  Descriptor program_;
  std::deque<Mistake> opened_;
};

/// The file of sealed mistakes that a released copy gets: each is sealed by the first case that
/// shows it. Throws GraderFault where the mistakes do not compile.
std::string sealed_file(const Grader& grader, const Exercise& exercise);

}  // namespace grader
