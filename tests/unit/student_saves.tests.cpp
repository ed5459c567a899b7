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

void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

/// The texts that are to be graded until nothing comes for so long.
std::vector<std::string> graded_within(SavedFile& file, milliseconds pause) {
  std::vector<std::string> texts;
  for (auto last = Clock::now(); Clock::now() - last < pause;) {
    pollfd waiting{file.descriptor(), POLLIN, 0};
    poll(&waiting, 1, static_cast<int>(std::min(file.patience(), milliseconds(20)).count()));
    file.listen();
    const auto intake = file.due();
    if (!intake) continue;
    texts.push_back(intake->problem ? "(missing)" : intake->text);
    last = Clock::now();
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("each way of saving a file is seen once, and a file that stays away") {
  TemporaryFolder folder;
  const fs::path path = folder.path() / "stub.cpp", other = folder.path() / "other";
  put(path, "a");
  SavedFile file(path);
  CHECK(file.now().text == "a");
  CHECK(graded_within(file, milliseconds(300)).empty());
  put(path, "b");
  CHECK(graded_within(file, milliseconds(500)) == Texts{"b"});
  put(other, "c");
  fs::rename(other, path);
  CHECK(graded_within(file, milliseconds(500)) == Texts{"c"});
  fs::remove(path);
  CHECK(graded_within(file, milliseconds(2000)) == Texts{"(missing)"});
  put(path, "d");
  CHECK(graded_within(file, milliseconds(500)) == Texts{"d"});
}

TEST_CASE("within a burst of saves the last one counts, and what is graded is known to be old") {
  TemporaryFolder folder;
  const fs::path path = folder.path() / "stub.cpp";
  put(path, "a");
  SavedFile file(path);
  file.now();
  put(path, "b");
  file.listen();
  CHECK(!file.saved_over());
  CHECK(file.due()->text == "b");
  for (const char* text : {"c", "d"}) {
    put(path, text);
    file.listen();
    CHECK(file.saved_over());
    CHECK(!file.due());
  }
  CHECK(graded_within(file, milliseconds(500)) == Texts{"d"});
  CHECK(!file.saved_over());
}

TEST_CASE("other files in the folder, reading, and an empty moment are no saves") {
  TemporaryFolder folder;
  const fs::path path = folder.path() / "stub.cpp";
  put(path, "a");
  SavedFile file(path);
  file.now();
  put(folder.path() / "stub.cpp~", "b");
  put(folder.path() / ".stub.cpp.swp", "b");
  CHECK(read_file(path) == "a");
  CHECK(graded_within(file, milliseconds(500)).empty());
  put(path, "");
  std::this_thread::sleep_for(milliseconds(20));
  file.listen();
  CHECK(!file.due());
  put(path, "b");
  CHECK(graded_within(file, milliseconds(600)) == Texts{"b"});
}

TEST_CASE("a file whose folder is replaced is seen in the new one") {
  TemporaryFolder folder;
  const fs::path inside = folder.path() / "01_x", path = inside / "stub.cpp";
  fs::create_directory(inside);
  put(path, "a");
  SavedFile file(path);
  file.now();
  fs::rename(inside, folder.path() / "old");
  CHECK(graded_within(file, milliseconds(2000)) == Texts{"(missing)"});
  fs::create_directory(inside);
  put(path, "b");
  CHECK(graded_within(file, milliseconds(900)) == Texts{"b"});
  put(path, "c");  // the new folder is watched from now on
  pollfd waiting{file.descriptor(), POLLIN, 0};
  CHECK(poll(&waiting, 1, 100) == 1);
}
