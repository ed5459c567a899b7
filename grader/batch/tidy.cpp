#include "batch/tidy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::vector<fs::path> names_below(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    entries.push_back(entry.path().filename());
  return entries;
}

/// Removes the files of `folder` with one of these endings that are not called by one of `names`.
void keep_only(const Store& store, const fs::path& folder, const Names& names,
               const std::vector<std::string>& endings) {
  for (const fs::path& file : names_below(store.folder() / folder)) {
    const bool ours = std::ranges::find(endings, file.extension().string()) != endings.end();
    if (ours && !names.contains(file.stem().string())) store.remove(folder / file);
  }
}

}  // namespace

Earlier earlier_in(const fs::path& out, const std::vector<const Submitter*>& now) {
  Names people;
  for (const Submitter* one : now) people.insert(one->name);
  Earlier earlier;
  for (const fs::path& file : names_below(out / "results")) {
    if (file.extension() != ".json") continue;
    ++earlier.count;
    if (!people.contains(file.stem().string())) earlier.gone.push_back(file.stem().string());
  }
  std::ranges::sort(earlier.gone);
  return earlier;
}

void remove_left_over(const Frozen& frozen, const Store& store) {
  Names people, numbers, folders;
  for (const Frozen::Entry& entry : frozen.entries) people.insert(entry.submitter.name);
  for (const Exercise& exercise : frozen.exercises) {
    numbers.insert(fmt::format("{:02}", exercise.number));
    folders.insert(exercise.folder);
  }
  keep_only(store, "results", people, {".json"});
  keep_only(store, "feedback", people, {".html", ".md"});
  for (const fs::path& name : names_below(store.folder() / "logs")) {
    keep_only(store, "logs" / name, people.contains(name.string()) ? numbers : Names{}, {".log"});
    store.remove("logs" / name);  // where it is empty
  }
  for (const fs::path& name : names_below(store.folder() / "sources")) {
    if (name == "stubs") continue;
    keep_only(store, "sources" / name, folders.contains(name.string()) ? people : Names{},
              {".cpp"});
    store.remove("sources" / name);
  }
}

}  // namespace grader
