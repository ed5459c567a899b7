#pragma once
// The users that own nothing, as which root's untrusted programs run.

namespace grader {

// Numbers that systemd's table of users leaves unused.
inline constexpr unsigned first_spare_user = 60706, spare_users = 478;

constexpr bool is_spare_user(unsigned user) {
  return user >= first_spare_user && user < first_spare_user + spare_users;
}

}  // namespace grader
