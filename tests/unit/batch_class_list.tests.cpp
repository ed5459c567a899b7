// A list of the class: what its lines may be, and how it differs from those who handed in.

#include "catch.hpp"

#include "batch/class_list.hpp"
#include "core/error.hpp"

using namespace grader;

using Ids = std::vector<std::string>;

TEST_CASE("a list of the class has an id in each line, or in the first column of a CSV") {
  CHECK(class_list_in("ada\nben\n", "l") == Ids{"ada", "ben"});
  CHECK(class_list_in("\xef\xbb\xbfID,Name\r\n# group 1\r\n\r\nada,Ada\r\n"
                      "\"Özil, \"\"M\"\"\",x\r\n",
                      "l") == Ids{"ada", "Özil, \"M\""});
  CHECK(class_list_in("ada\nid\n", "l") == Ids{"ada", "id"});  // only the first is a head
  CHECK_THROWS_WITH(class_list_in("ada\n\nada,x\n", "l"),
                    "l:3: ada is there twice, first in line 1");
  CHECK_THROWS_WITH(class_list_in("ada\n,x\n", "l"), "l:2: expected an id, found ,x");
  CHECK_THROWS_WITH(class_list_in("ada\n\"ben\n", "l"), "l:2: expected an id, found \"ben");
  CHECK_THROWS_AS(class_list_in("id\n# nobody\n", "l"), InputError);
}

TEST_CASE("a group is there where its students are") {
  const Submitter one{"ada", "ada", ""};
  Submitter group{"11+22", "g", ""};
  group.members = {"11", "22"};
  const Enrolment enrolment = enrolment_of({"zoe", "ada", "22", "ben"}, {&one, &group});
  CHECK(enrolment.absent == Ids{"ben", "zoe"});
  CHECK(enrolment.strangers == Ids{"11"});
}
