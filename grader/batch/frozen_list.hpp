#pragma once
// What a batch has frozen, as one file. Machines that share a class read it instead of the folder
// with the submissions, which may change.

#include "batch/batch.hpp"
#include "batch/shard.hpp"

#include <filesystem>
#include <vector>

namespace grader {

/// Writes frozen.jsonl: a head, a line for each submission, and an index of where each line begins.
void write_frozen_list(const Frozen& frozen, const Store& store);

/// Whether the batch into `out` has such a list.
bool has_frozen_list(const std::filesystem::path& out);

/// Reads from that list every `part.count`-th submission, beginning with number `part.index`. The
/// other lines are not read. Throws InputError where it is damaged, or was made for other exercises
/// or under another fingerprint.
Frozen read_frozen_list(const std::filesystem::path& out, const std::vector<Exercise>& exercises,
                        const std::string& fingerprint, const Shard& part = {});

}  // namespace grader
