#include "system/usage.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace grader {
namespace {

/// KiB in memory of one process; 0 for one that has ended.
std::int64_t memory_of(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  std::int64_t sum = 0;
  for (std::string line; std::getline(status, line);) {
    const bool tables = line.starts_with("VmPTE:");  // comes after VmRSS
    if (tables || line.starts_with("VmRSS:")) sum += std::atoll(line.c_str() + 6);
    if (tables) break;
  }
  return sum;
}

/// Ticks of processor time of one process and of those that it waited for; 0 for one that has
/// ended.
std::uint64_t ticks_of(pid_t process) {
  std::ifstream stat(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(stat, line);
  const std::size_t name_end = line.rfind(')');  // a name may have anything in it
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  std::uint64_t sum = 0, ticks = 0;
  for (int field = 14; field < 18 && fields >> ticks; ++field) sum += ticks;
  return sum;
}

/// The process and all below it; none where nobody can tell.
std::vector<pid_t> processes_from(pid_t root) {
  constexpr std::size_t most = 1000;
  std::vector<pid_t> processes{root};
  for (std::size_t i = 0; i < processes.size(); ++i) {
    const pid_t one = processes[i];
    std::ifstream children(fmt::format("/proc/{}/task/{}/children", one, one));
    if (i == 0 && !children) return {};
    for (pid_t child = 0; children >> child && processes.size() < most;) processes.push_back(child);
  }
  return processes;
}

}  // namespace

double memory_below(pid_t root) {
  const std::vector<pid_t> processes = processes_from(root);
  if (processes.empty()) return std::numeric_limits<double>::infinity();
  std::int64_t sum = 0;
  for (const pid_t one : processes) sum += memory_of(one);
  return static_cast<double>(sum) / 1024;
}

double cpu_seconds_below(pid_t root) {
  std::uint64_t sum = 0;
  for (const pid_t one : processes_from(root)) sum += ticks_of(one);
  return static_cast<double>(sum) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace grader
