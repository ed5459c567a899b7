#include "sandbox/tier.hpp"

#include "sandbox/layers.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <random>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Where distributions keep compilers and libraries. Not all of /usr: a course may lie in /usr/src
/// or /usr/local. /usr/bin/c++ and the like may be links through /etc/alternatives.
/// The last tells the C library whether there are large pages.
constexpr const char* system_folders[] = {"/usr/bin",
                                          "/usr/lib",
                                          "/usr/lib64",
                                          "/usr/libexec",
                                          "/usr/include",
                                          "/etc/alternatives",
                                          "/sys/kernel/mm/transparent_hugepage"};
/// These are symbolic links to the above, or on some systems folders of their own.
constexpr const char* old_system_folders[] = {"/bin", "/lib", "/lib64"};

constexpr const char* bubblewrap = "/usr/bin/bwrap";
constexpr unsigned process_limit = 128;  // of two cases, where two run at once

constexpr std::string_view names[] = {"namespaces", "container", "landlock", "weak", "none"};

/// The spare users that this process's user namespace knows.
UserRange spare_users_here() {
  std::ifstream map("/proc/self/uid_map");
  for (std::uint64_t inside = 0, outside = 0, count = 0; map >> inside >> outside >> count;) {
    const auto last = std::uint64_t{many_spare_users.first} + many_spare_users.count;
    if (inside <= many_spare_users.first && last <= inside + count) return many_spare_users;
  }
  return few_spare_users;
}

}  // namespace

std::string_view name_of(Tier tier) { return names[static_cast<std::size_t>(tier)]; }

std::optional<Tier> tier_named(std::string_view name) {
  for (const Tier tier : all_tiers) {
    if (name_of(tier) == name) return tier;
  }
  return std::nullopt;
}

Isolation isolation_of(Tier tier) {
  Isolation isolation;
  isolation.tier = tier;
  if (tier == Tier::none) return isolation;
  const bool root = geteuid() == 0;
  isolation.filter = true;
  isolation.landlock = tier != Tier::weak && isolation::landlock_version() > 0;
  isolation.spare_user = root && (tier == Tier::namespaces || tier == Tier::container);
  for (const char* folder : system_folders) {
    if (fs::is_directory(folder)) isolation.system.emplace_back(folder);
  }
  for (const char* folder : old_system_folders) {
    if (fs::is_directory(fs::symlink_status(folder))) isolation.system.emplace_back(folder);
  }
  return isolation;
}

const char* lacking(const Isolation& isolation) {
  if (isolation.tier == Tier::namespaces && access(bubblewrap, X_OK) != 0)
    return "bubblewrap is not installed";
  if (isolation.tier == Tier::container && !isolation.spare_user) return "needs root";
  if (isolation.tier == Tier::landlock && !isolation.landlock) return "this kernel has no Landlock";
  return nullptr;
}

Isolation with_libraries_alone(Isolation isolation) {
  std::erase_if(isolation.system, [](const fs::path& folder) {
    return folder.filename() != "lib" && folder.filename() != "lib64";
  });
  return isolation;
}

unsigned spare_user(const Isolation& isolation) {
  static std::atomic<unsigned> next = std::random_device()();
  static const UserRange users = spare_users_here();
  return isolation.spare_user ? users.first + next++ % users.count : 0;
}

std::vector<std::string> layer_options(const Isolation& isolation, unsigned user) {
  std::vector<std::string> options;
  if (user != 0) options.insert(options.end(), {"--user", fmt::format("{}", user)});
  if (isolation.landlock) options.emplace_back("--landlock");
  if (isolation.filter) options.emplace_back("--filter");
  // Counted for each user: elsewhere the limit would count the programs on this user's desktop.
  if (user != 0 || isolation.tier == Tier::namespaces) {
    options.insert(options.end(), {"--processes", fmt::format("{}", process_limit)});
  }
  return options;
}

std::vector<std::string> in_namespaces(const Isolation& isolation, const Access& access,
                                       const std::vector<std::string>& command) {
  if (isolation.tier != Tier::namespaces) return command;
  std::vector<std::string> words{bubblewrap,          "--unshare-ipc", "--unshare-pid",
                                 "--unshare-net",     "--unshare-uts", "--unshare-cgroup-try",
                                 "--die-with-parent", "--new-session", "--hostname",
                                 "sandbox",           "--cap-drop",    "ALL"};
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (isolation.spare_user) {
    // Root keeps what it takes to become the spare user, and to end what runs as that user.
    for (const char* capability : {"CAP_SETUID", "CAP_SETGID", "CAP_KILL"}) {
      add({"--cap-add", capability});
    }
  } else {
    add({"--unshare-user", "--uid", "65534", "--gid", "65534"});
  }
  std::set<fs::path> made;
  const auto bind = [&](const char* how, const fs::path& path) {
    // Folders above that bubblewrap makes itself may be closed to all but root.
    fs::path above;
    for (const fs::path& part : path.parent_path()) {
      above /= part;
      if (above != "/" && made.insert(above).second) add({"--dir", above});
    }
    add({how, path, path});
  };
  for (const fs::path& folder : isolation.system) bind("--ro-bind", folder);
  for (const char* folder : old_system_folders) {
    if (fs::is_symlink(folder)) add({"--symlink", fs::read_symlink(folder), folder});
  }
  add({"--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null"});
  for (const fs::path& path : access.readable) bind("--ro-bind", path);
  for (const auto* paths : {&access.writable, &access.fillable}) {
    for (const fs::path& path : *paths) {
      if (path != "/dev/null") bind("--bind", path);
    }
  }
  if (access.processes) add({"--proc", "/proc"});
  add({"--remount-ro", "/", "--chdir", "/", "--"});
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

}  // namespace grader
