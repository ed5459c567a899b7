// What `doctor` advises where bubblewrap was refused, by what was seen of the machine.

#include "catch.hpp"
#include "run/tiers.hpp"

#include <unistd.h>

#include <cerrno>
#include <string>

using namespace grader;

namespace {

constexpr const char* as_a_user =
    "start the container with --user 1000 --security-opt seccomp=unconfined --security-opt "
    "apparmor=unconfined --security-opt label=disable";
constexpr const char* as_root =
    "start the container with --user root --cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt "
    "seccomp=unconfined --security-opt apparmor=unconfined --security-opt label=disable";

/// In a container of podman or docker, started without further flags.
Surroundings container(bool root) {
  return {.container = true, .root = root, .confined = true, .refusal = EPERM};
}

Surroundings machine(bool root) {
  return {.root = root, .makes_namespaces = root, .sets_up_networks = root};
}

}  // namespace

TEST_CASE("in a container the advice is the flags with which a user has namespaces") {
  for (const bool root : {false, true}) {
    Surroundings seen = container(root);
    CHECK(mend_namespaces(seen) == as_a_user);
    seen.refusal = 0;  // a profile that lets namespaces be made, but not set up
    CHECK(mend_namespaces(seen) == as_a_user);
  }
  Surroundings root_without_walls = container(true);
  root_without_walls.confined = false;
  CHECK(mend_namespaces(root_without_walls) == as_a_user);
}

TEST_CASE("where the machine keeps namespaces from users, a container's root is advised") {
  for (const bool root : {false, true}) {
    Surroundings seen = container(root);
    seen.apparmor_restricts = true;
    CHECK(mend_namespaces(seen) == as_root);
    seen = container(root);
    seen.only_root_clones = true;
    CHECK(mend_namespaces(seen) == as_root);
  }
  Surroundings none_left = container(false);
  none_left.refusal = ENOSPC;
  CHECK(mend_namespaces(none_left) == as_root);
}

TEST_CASE("no container is told to start with the flags that it has") {
  Surroundings seen = container(false);
  seen.confined = false;  // as a user with the flags
  CHECK(mend_namespaces(seen) == as_root);
  seen.root = seen.makes_namespaces = true;
  CHECK(mend_namespaces(seen) == "start the container with --cap-add NET_ADMIN, too");
  seen.sets_up_networks = true;
  CHECK(mend_namespaces(seen) == "grade outside of the container");
}

TEST_CASE("AppArmor's profile is advised where AppArmor restricts users, and nowhere else") {
  for (const bool restricts : {false, true}) {
    for (const bool in_container : {false, true}) {
      for (const bool root : {false, true}) {
        for (const int refusal : {0, EPERM, ENOSPC}) {
          Surroundings seen = in_container ? container(root) : machine(root);
          seen.apparmor_restricts = restricts;
          seen.refusal = refusal;
          const bool advised =
              mend_namespaces(seen).find("/etc/apparmor.d/bwrap") != std::string::npos;
          INFO(restricts << in_container << root << refusal);
          CHECK(advised == (restricts && !in_container && !root));
        }
      }
    }
  }
}

TEST_CASE("outside of a container the advice is the command for what refuses namespaces") {
  Surroundings seen = machine(false);
  CHECK(mend_namespaces(seen).empty());
  seen.refusal = ENOSPC;
  CHECK(mend_namespaces(seen) == "sudo sysctl -w user.max_user_namespaces=10000");
  seen.refusal = EPERM;
  CHECK(mend_namespaces(seen) == "grade outside of the sandbox that refuses new namespaces here");
  seen.only_root_clones = true;
  CHECK(mend_namespaces(seen) == "sudo sysctl -w kernel.unprivileged_userns_clone=1");
  seen = machine(true);
  seen.sets_up_networks = false;
  CHECK(mend_namespaces(seen) ==
        "grade as another user, or give root CAP_SYS_ADMIN, CAP_NET_ADMIN");
}

TEST_CASE("what is seen of this machine is what the system says") {
  const Surroundings seen = look_around();
  CHECK(seen.root == (geteuid() == 0));
  // Root that may mount is refused new mounts by a filter or a profile alone.
  if (seen.root && seen.makes_namespaces && !seen.confined) CHECK(seen.refusal == 0);
}
