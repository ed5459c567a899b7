#pragma once
// The users that own nothing, as which root's untrusted programs run.

namespace grader {

/// Numbers that no user has.
struct UserRange {
  unsigned first, count;
};

// Numbers that systemd's table of users leaves unused. Of the many, no two graders of a machine, or
// containers of a host, draw the same: the kernel counts a user's processes for all of them
// together. Some user namespaces have only the low ones.
inline constexpr UserRange many_spare_users{0x70000000, 0xffe0000}, few_spare_users{60706, 478};

constexpr bool is_in(const UserRange& range, unsigned user) {
  return user >= range.first && user - range.first < range.count;
}

constexpr bool is_spare_user(unsigned user) {
  return is_in(many_spare_users, user) || is_in(few_spare_users, user);
}

}  // namespace grader
