#include "sandbox/limits.hpp"

#include <grp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace grader::isolation {
namespace {

void check(int result, const char* what) {
  if (result != 0) throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit present{};
  check(getrlimit(resource, &present), "getrlimit");
  const rlimit value{std::min(soft, present.rlim_max), std::min(hard, present.rlim_max)};
  check(setrlimit(resource, &value), "setrlimit");
}

void become_user(unsigned user) {
  check(setgroups(0, nullptr), "setgroups");
  check(setresgid(user, user, user), "setresgid");
  check(setresuid(user, user, user), "setresuid");
}

}  // namespace grader::isolation
