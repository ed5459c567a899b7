#include "compile/workbench.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

namespace grader {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// What the sanitized kit in `folder` fits once it is built, beside `kit`, and by its own kit.json.
std::string fit_of(const Kit& kit, const fs::path& folder) {
  struct stat launcher {};
  if (stat(kit.launcher.c_str(), &launcher) != 0) return "";
  return fmt::format("{}\n{}.{} {:x}\n", kit.compiler_version, launcher.st_mtim.tv_sec,
                     launcher.st_mtim.tv_nsec, content_hash(content(folder / "kit.json")));
}

/// Removes what was built with another compiler: the build does not know versions.
void remove_built(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> built;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path ending = entry.path().extension();
    const bool is_built = ending == ".o" || ending == ".pch" || ending == ".gch";
    if (is_built || entry.path().filename() == "launcher") built.push_back(entry.path());
  }
  for (const fs::path& file : built) fs::remove(file, error);
}

/// Holds the build folder as ./grade does while it builds there.
Descriptor lock_build(const fs::path& folder) {
  Descriptor lock(open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  while (lock.open() && flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    check_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(interrupt_turn));
  }
  return lock;
}

/// Makes a target, behind lock_build; whether that went well.
bool made(const Kit& kit, const std::string& target) {
  constexpr double patience = 600;  // seconds, on a slow and busy machine
  CapturedProcess process({.arguments = {kit.cmake, "--build", kit.build_folder().string(),
                                         "--parallel", "--target", target}});
  return process.finish(patience).exit_code == 0;
}

/// Whether the kit in `folder` is there and fits, after building where it was not; it `finds` that.
bool built(const Kit& kit, const fs::path& folder, const char* finds, const Tell& tell) {
  const fs::path stamp = folder / "fits";
  const std::string fit = fit_of(kit, folder);
  if (content(stamp) == fit) return true;
  const Descriptor lock = lock_build(kit.build_folder());
  if (content(stamp) == fit) return true;
  if (!lock.open() || !fs::exists(folder / "kit.json")) return false;
  if (!content(stamp).starts_with(kit.compiler_version + "\n")) remove_built(folder);
  if (tell) tell(fmt::format("building what finds {}, once: half a minute", finds));
  if (!made(kit, "kit_" + folder.filename().string())) return false;
  std::ofstream(stamp) << fit;
  return true;
}

}  // namespace

std::optional<Workbench> with_sanitized_kit(const Workbench& bench, Finds finds) {
  static std::mutex guard;
  static std::set<fs::path> failed;
  const Kit& kit = bench.kit;
  const bool races = finds == Finds::races;
  const fs::path folder = kit.folder.string() + (races ? "_races" : "_checked");
  const std::lock_guard lock(guard);
  if (failed.contains(folder)) return std::nullopt;
  try {
    if (built(kit, folder, races ? "races between threads" : "faults of memory", bench.tell)) {
      Workbench found = bench;
      found.kit = load_kit(kit.folder.parent_path(), folder.filename().string());
      Kit& sanitized = found.kit;
      sanitized.flags.insert(sanitized.flags.end(), kit.line_flags.begin(), kit.line_flags.end());
      sanitized.sanitized = true;
      sanitized.parts = std::make_shared<const Kit>(kit);
      return found;
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {  // what it would have found is not told
  }
  failed.insert(folder);
  return std::nullopt;
}

std::filesystem::path debug_host(const Kit& kit) {
  const fs::path folder = kit.folder.string() + "_debug";
  const Descriptor lock = lock_build(kit.build_folder());
  const bool there = lock.open() && made(kit, "kit_" + folder.filename().string());
  if (there) return folder / "host";
  throw GraderFault(
      fmt::format("{} cannot be built", (folder / "host").string()),
      fmt::format("cmake --build {} --target kit_{}", shell_word(kit.build_folder().string()),
                  folder.filename().string()));
}

}  // namespace grader
