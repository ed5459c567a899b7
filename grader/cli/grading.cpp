#include "cli/grading.hpp"

#include "cli/submission.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <random>

namespace grader {
namespace {

/// The content of the secret file, without the space around it; empty where none is named.
std::string secret_in(const std::string& file) {
  if (file.empty()) return "";
  const std::string text(trimmed(read_file(file)));
  if (text.size() >= 16) return text;
  throw InputError(
      fmt::format("{}: expected a secret of at least 16 characters, found {}", file, text.size()),
      fmt::format("head -c 32 /dev/urandom | base64 > {}", file));
}

}  // namespace

void check(const GradingOptions& options) {
  if (options.seed && !options.secret.empty()) {
    throw InputError("--seed and --secret exclude each other");
  }
  if (options.seed && options.grade.fresh == 0) {
    throw InputError("--seed is the seed of fresh cases: it needs --fresh");
  }
}

void limit_builds(Workbench& bench, const GradingOptions& options) {
  bench.build_cpu_seconds = options.build_seconds.value_or(bench.build_cpu_seconds);
}

GradeOptions grade_options(const GradingOptions& options) {
  GradeOptions used = options.grade;
  used.secret = secret_in(options.secret);
  constexpr unsigned enough_to_trust = 8;  // an ordinary one, and of most kinds of unusual ones
  if (!used.secret.empty() && used.fresh == 0) used.fresh = enough_to_trust;
  if (used.secret.empty() && used.fresh > 0) {
    std::random_device device;
    used.seed = options.seed.value_or(device());
  }
  return used;
}

SecondLook second_look_mode(std::optional<SecondLook> sanitizers, const std::string& submission) {
  if (sanitizers) return *sanitizers;
  return submission.empty() && !in_ci() ? SecondLook::puzzling : SecondLook::none;
}

std::string fresh_again(const GradingOptions& options, const GradeOptions& used) {
  if (used.fresh == 0) return "";
  if (used.secret.empty()) return fmt::format(" --fresh={} --seed {}", used.fresh, used.seed);
  return fmt::format(" --fresh={} --secret {}", used.fresh, shell_word(options.secret));
}

}  // namespace grader
