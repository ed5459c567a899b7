#include "batch/shard.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 20;  // of the submissions that are missing

std::optional<std::size_t> shard_number(std::string_view text) {
  const std::optional<unsigned> number = take_number(text);
  return number && text.empty() && *number <= 1'000'000 ? number : std::nullopt;
}

std::optional<std::size_t> shard_number(const Variable& variable, const char* name) {
  const std::optional<std::string> value = variable(name);
  if (!value || value->empty()) return std::nullopt;
  if (const auto number = shard_number(*value)) return number;
  throw InputError(fmt::format("{}={}: expected a number from 0 on", name, printable_name(*value)));
}

std::size_t index_around(const Variable& variable) {
  for (const char* name : {"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"}) {
    if (const auto index = shard_number(variable, name)) return *index;
  }
  if (const auto node = shard_number(variable, "CI_NODE_INDEX")) {
    if (*node > 0) return *node - 1;
    throw InputError("CI_NODE_INDEX=0: expected a number from 1 on");
  }
  throw InputError(
      "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX nor CI_NODE_INDEX is set",
      "say which: --shard 0/4 is the first of four");
}

/// The count that the environment tells. A Slurm array other than 0 to N-1 tells none: it may be a
/// part that runs once more.
std::size_t count_around(const Variable& variable) {
  std::optional<std::size_t> count;
  if (shard_number(variable, "SLURM_ARRAY_TASK_ID")) {
    const auto first = shard_number(variable, "SLURM_ARRAY_TASK_MIN");
    const auto last = shard_number(variable, "SLURM_ARRAY_TASK_MAX");
    count = shard_number(variable, "SLURM_ARRAY_TASK_COUNT");
    if (first != std::size_t{0} || !last || count != *last + 1) count.reset();
  } else if (!shard_number(variable, "JOB_COMPLETION_INDEX")) {
    count = shard_number(variable, "CI_NODE_TOTAL");
  }
  if (count) return *count;
  throw InputError("--shard auto: nothing here says how many shards there are",
                   "say how many: --shard auto/4");
}

/// The folders of shards, sorted by count, then by index.
using GradedParts = std::map<std::size_t, std::map<std::size_t, fs::path>>;

GradedParts parts_in(const fs::path& out) {
  GradedParts parts;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(out / shards_folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const std::size_t middle = name.find("-of-");
    if (middle == std::string::npos) continue;
    const auto index = shard_number(std::string_view(name).substr(0, middle));
    const auto count = shard_number(std::string_view(name).substr(middle + 4));
    if (index && count && *index < *count) parts[*count][*index] = entry.path();
  }
  return parts;
}

/// Takes over a work's result from a shard that should have it; whether one has.
bool take_over_due(const Work& work, const Frozen& frozen, const GradedParts& parts, Store& store) {
  const std::string& exercise = frozen.exercises[work.exercise].folder;
  for (const auto& [count, folders] : parts) {
    // A later submission may have the file of an earlier one: any shard that has graded it will do.
    std::set<std::size_t> due;
    for (const std::uint32_t submission : work.submissions) {
      const std::size_t index = shard_of(frozen.entries[submission].submitter.id, count);
      if (!due.insert(index).second) continue;
      const auto folder = folders.find(index);
      if (folder != folders.end() && store.take_over(folder->second, exercise, work.digest))
        return true;
    }
  }
  return false;
}

[[noreturn]] void tell_missing(const Frozen& frozen, const std::vector<bool>& missing,
                               const GradedParts& parts, const Store& store) {
  std::vector<std::string> named;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (!missing[i]) continue;
    named.push_back(frozen.entries[i].submitter.id);
    if (const std::size_t all = parts.empty() ? 0 : parts.begin()->first; all > 0)
      named.back() += fmt::format(" (shard {}/{})", shard_of(named.back(), all), all);
  }
  std::string text =
      fmt::format("{}: {} missing: {}", (store.folder() / shards_folder).string(),
                  count_text(named.size(), "submission"), names_text(named, most_named));
  std::size_t others = 0, folders = 0;
  for (const auto& [all, part] : parts) {
    folders += part.size();
    others += static_cast<std::size_t>(
        std::ranges::count_if(part, [&](const auto& one) { return !store.is_like(one.second); }));
  }
  if (others > 0)
    text += fmt::format("; {} of {} with another grader, compiler, course or other options", others,
                        count_text(folders, "shard"));
  throw InputError(text,
                   "grade those shards with the same command, then --merge again; without --merge "
                   "what is missing is graded here");
}

}  // namespace

Shard shard_in(const std::string& text, const Variable& variable) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view first = std::string_view(text).substr(0, slash);
  const auto index = first == "auto" ? index_around(variable) : shard_number(first);
  const auto count =
      text == "auto"
          ? count_around(variable)
          : shard_number(std::string_view(text).substr(std::min(slash + 1, text.size())));
  if (!index || !count || *index >= *count) {
    throw InputError(
        fmt::format("--shard {}: expected I/N with I from 0 to N-1{}", printable_name(text),
                    index && count ? fmt::format(", found {}/{}", *index, *count) : std::string()),
        "--shard 0/4 is the first of four");
  }
  return {*index, *count};
}

fs::path shard_folder(const fs::path& out, const Shard& shard) {
  return out / shards_folder / fmt::format("{}-of-{}", shard.index, shard.count);
}

std::size_t shard_of(const std::string& id, std::size_t count) {
  const Digest256 digest = sha256(id);
  std::uint64_t number = 0;  // the same on every machine
  for (std::size_t i = 0; i < sizeof number; ++i)
    number = number << 8 | static_cast<std::uint8_t>(digest[i]);
  return static_cast<std::size_t>(number % count);
}

void keep_part(const Shard& shard, std::vector<Submitter>& submitters) {
  std::erase_if(submitters,
                [&](const Submitter& one) { return shard_of(one.id, shard.count) != shard.index; });
}

void merge_shards(const Frozen& frozen, Store& store) {
  const GradedParts parts = parts_in(store.folder());
  std::vector<bool> missing(frozen.entries.size());
  bool any = false;
  for (const Work& work : frozen.works) {
    check_interrupted();
    const std::string& exercise = frozen.exercises[work.exercise].folder;
    if (work.problem || store.has(exercise, work.digest)) continue;
    if (take_over_due(work, frozen, parts, store)) continue;
    any = true;
    for (const std::uint32_t submission : work.submissions) missing[submission] = true;
  }
  if (any) tell_missing(frozen, missing, parts, store);
}

}  // namespace grader
