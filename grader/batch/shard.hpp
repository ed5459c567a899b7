#pragma once
// A class graded by several machines: each takes a part of it, and one puts the parts together.

#include "batch/batch.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// One of `count` parts of a class, counted from 0.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// The value of a variable of the environment; nothing where it is not set.
using Variable = std::function<std::optional<std::string>(const char* name)>;

/// The shard that "3/20" means. "auto/20" takes the index from the first of SLURM_ARRAY_TASK_ID,
/// JOB_COMPLETION_INDEX and CI_NODE_INDEX, which counts from 1; "auto" also takes the count, where
/// Slurm or GitLab says it. Throws InputError.
Shard shard_in(const std::string& text, const Variable& variable);

/// The folder that a shard of the batch into `out` writes to: out/shards/3-of-20.
std::filesystem::path shard_folder(const std::filesystem::path& out, const Shard& shard);

/// Which of `count` shards a submission belongs to. Only its id decides, so that it stays there
/// whoever else hands in.
std::size_t shard_of(const std::string& id, std::size_t count);

/// Keeps the submitters that belong to a shard.
void keep_part(const Shard& shard, std::vector<Submitter>& submitters);

/// Takes the shards' results for `frozen` into `store`, from below its folder. Throws InputError,
/// which names the submissions, where some are missing.
void merge_shards(const Frozen& frozen, Store& store);

}  // namespace grader
