#pragma once
// The tiers of isolation, and what each means for a program that is started.

#include "system/process.hpp"

#include <optional>

namespace grader {

/// From strongest to weakest. Reports carry a tier by name: never rename one.
enum class Tier {
  namespaces,  ///< bubblewrap: no files, network or processes but its own; and all that follows
  container,   ///< root without namespaces: another user, an empty root folder; and what follows
  landlock,    ///< the kernel lets it open nothing; and the filter on system calls
  weak,        ///< the filter alone: a compiler can still read this user's files
  none,        ///< limits on time and memory only
};

inline constexpr Tier all_tiers[] = {Tier::namespaces, Tier::container, Tier::landlock, Tier::weak,
                                     Tier::none};

std::string_view name_of(Tier tier);
std::optional<Tier> tier_named(std::string_view name);

/// Whether a submission can see nothing of the course, not even while it is compiled.
constexpr bool keeps_secrets(Tier tier) { return tier != Tier::weak && tier != Tier::none; }

/// The layers that a tier puts together on this machine.
struct Isolation {
  Tier tier = Tier::none;
  bool landlock = false;    ///< wherever the kernel has it, in every tier from landlock up
  bool filter = false;      ///< on system calls
  bool spare_user = false;  ///< runs as a user that owns nothing; needs root
  std::vector<std::filesystem::path> system;  ///< folders with the compiler and its libraries
};

/// The layers of `tier` as this machine would have them. Whether they hold, the probe tells.
Isolation isolation_of(Tier tier);

/// The same, showing of the system its libraries alone: for programs that start no others.
Isolation with_libraries_alone(Isolation isolation);

/// What the machine lacks for these layers at first sight, or nothing.
const char* lacking(const Isolation& isolation);

/// The files that a program may use besides the system's own.
struct Access {
  std::vector<std::filesystem::path> readable;
  std::vector<std::filesystem::path> writable;
  std::vector<std::filesystem::path> fillable{};  ///< their files are; with Landlock none is made
  bool processes = false;                         ///< it has /proc, with those of its own namespace
};

/// A user number for one program, where the tier has spare users: 0 elsewhere. Programs under way
/// at the same time get different ones.
unsigned spare_user(const Isolation& isolation);

/// The options by which confine and launcher put on their own layers.
std::vector<std::string> layer_options(const Isolation& isolation, unsigned user);

/// `command` inside namespaces that show it `access` and the system's folders, where the tier has
/// them; else `command` itself.
std::vector<std::string> in_namespaces(const Isolation& isolation, const Access& access,
                                       const std::vector<std::string>& command);

}  // namespace grader
