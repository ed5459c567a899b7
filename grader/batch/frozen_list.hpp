#pragma once
// What a batch has frozen, as one file: machines that share a class go by it, whatever becomes of
// the folder with the submissions.

#include "batch/batch.hpp"
#include "batch/shard.hpp"

#include <filesystem>
#include <vector>

namespace grader {

/// Writes frozen.jsonl: a line of what it is, one for each submission, and where each line begins.
void write_frozen_list(const Frozen& frozen, const Store& store);

/// Whether the batch into `out` has such a list.
bool has_frozen_list(const std::filesystem::path& out);

/// What that list says of every `part.count`-th submission from the one numbered `part.index`. The
/// other lines are not read. Throws InputError where it is damaged, or was made for other exercises
/// or under another fingerprint.
Frozen read_frozen_list(const std::filesystem::path& out, const std::vector<Exercise>& exercises,
                        const std::string& fingerprint, const Shard& part = {});

}  // namespace grader
