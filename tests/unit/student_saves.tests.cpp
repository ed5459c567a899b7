#include "catch.hpp"

#include "system/files.hpp"
#include "student/file_events.hpp"

#include <poll.h>

#include <fstream>
#include <thread>

using namespace grader;
using std::chrono::milliseconds;
namespace fs = std::filesystem;

namespace {

const Saves::Time start = Saves::Time(std::chrono::hours(1));
Saves::Time at(int milliseconds_after) { return start + milliseconds(milliseconds_after); }

void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

/// The signs that come within a second and a half; no more than it takes for one of `last`.
std::vector<Sign> signs_until(FileEvents& events, Sign last) {
  std::vector<Sign> all;
  const auto end = Clock::now() + milliseconds(1500);
  while (Clock::now() < end) {
    pollfd waiting{events.descriptor(), POLLIN, 0};
    poll(&waiting, 1, 20);
    for (const Sign sign : events.signs()) all.push_back(sign);
    if (!all.empty() && all.back() == last) return all;
  }
  return all;
}

}  // namespace

TEST_CASE("what is saved over at once is known to be") {
  Saves saves;
  saves.see(Sign::saved, at(0));
  CHECK(!saves.in_burst());
  saves.looked();
  saves.see(Sign::saved, at(80));
  CHECK(saves.in_burst());
  saves.looked();
  CHECK(!saves.in_burst());
  saves.see(Sign::saved, at(2000));  // during a long run: graded next
  CHECK(!saves.in_burst());
}

TEST_CASE("a save after a pause is due at once") {
  Saves saves;
  CHECK(!saves.due());
  saves.see(Sign::saved, at(0));
  CHECK(saves.due() == at(0));
  CHECK(saves.saved());
  saves.looked();
  CHECK(!saves.due());
  CHECK(!saves.saved());
  saves.see(Sign::saved, at(1000));
  CHECK(saves.due() == at(1000));
}

TEST_CASE("ten saves in a second are looked at twice, the second time after the last") {
  Saves saves;
  int looks = 0;
  for (int now = 0; now <= 3000; now += 10) {
    if (now % 100 == 0 && now < 1000) saves.see(Sign::saved, at(now));
    if (!saves.due() || *saves.due() > at(now)) continue;
    ++looks;
    CHECK((now == 0 || now == 1150));
    saves.looked();
  }
  CHECK(looks == 2);
}

TEST_CASE("a file that is being written is looked at when its writer pauses, or after a second") {
  Saves saves;
  saves.see(Sign::touched, at(0));
  CHECK(saves.due() == at(100));
  saves.see(Sign::touched, at(50));
  CHECK(saves.due() == at(150));
  for (int now = 50; now < 2000; now += 50) saves.see(Sign::touched, at(now));
  CHECK(saves.due() == at(1000));
  CHECK(!saves.saved());
}

TEST_CASE("a file that is gone has a second to come back") {
  Saves saves;
  saves.see(Sign::gone, at(0));
  CHECK(saves.due() == at(1000));
  saves.see(Sign::touched, at(10));
  saves.see(Sign::saved, at(20));
  CHECK(saves.due() == at(20));
}

TEST_CASE("each way of saving a file is seen, with the kernel's help and without") {
  for (const auto source : {FileEvents::Source::kernel_too, FileEvents::Source::looking_only}) {
    TemporaryFolder folder;
    const fs::path file = folder.path() / "stub.cpp", other = folder.path() / "other";
    put(file, "a");
    FileEvents events(file, source);
    CHECK(events.signs().empty());
    put(file, "b");
    CHECK(signs_until(events, Sign::saved).back() == Sign::saved);
    put(other, "c");
    fs::rename(other, file);
    CHECK(signs_until(events, Sign::saved).back() == Sign::saved);
    fs::remove(file);
    const auto gone = signs_until(events, Sign::gone);
    REQUIRE(!gone.empty());
    CHECK(gone.back() == Sign::gone);
    put(file, "d");
    CHECK(signs_until(events, Sign::saved).back() == Sign::saved);
  }
}

TEST_CASE("other files in the folder, and reading, are no signs") {
  TemporaryFolder folder;
  const fs::path file = folder.path() / "stub.cpp";
  put(file, "a");
  FileEvents events(file);
  put(folder.path() / "stub.cpp~", "b");
  put(folder.path() / ".stub.cpp.swp", "b");
  CHECK(read_file(file) == "a");
  std::this_thread::sleep_for(milliseconds(20));
  CHECK(events.signs().empty());
}

TEST_CASE("a file whose folder is replaced is seen in the new one") {
  TemporaryFolder folder;
  const fs::path inside = folder.path() / "01_x", file = inside / "stub.cpp";
  fs::create_directory(inside);
  put(file, "a");
  FileEvents events(file);
  fs::rename(inside, folder.path() / "old");
  CHECK(signs_until(events, Sign::gone).back() == Sign::gone);
  fs::create_directory(inside);
  put(file, "b");
  CHECK(signs_until(events, Sign::saved).back() == Sign::saved);
  std::this_thread::sleep_for(milliseconds(300));
  events.signs();  // the new folder is watched from now on
  put(file, "c");
  pollfd waiting{events.descriptor(), POLLIN, 0};
  CHECK(poll(&waiting, 1, 100) == 1);
}

TEST_CASE("a folder on this machine's disk tells of its changes, one that is not there does not") {
  TemporaryFolder folder;
  CHECK(tells_all_changes(folder.path()));
  CHECK(!tells_all_changes(folder.path() / "none"));
}
