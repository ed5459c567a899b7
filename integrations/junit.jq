# JUnit's XML: a suite for each exercise, a test for each case. The text stands in the attribute message and in the element,
# since some readers show only one of them.
include "account";

# A text in an element or in quotes. Readers publish the file that [[ATTACHMENT|name]] names, wherever they find it.
def xml:
  put("&amp;"; "&") | put("&lt;"; "<") | put("&gt;"; ">") | put("&quot;"; "\"") | put("[\\[ATTACHMENT|"; "[[ATTACHMENT|");
def property($name): select(. != null) | "      <property name=\"\($name)\" value=\"\(tostring | xml)\"/>";
def element: {passed: null, wrong: "failure", open: "skipped", error: "error", ours: "error"}[.verdict | standing];
def seconds: [.compile_seconds, .run_seconds] | add // 0;
def counts($seconds):
  map(element) as $elements
  | def count($name): [$elements[] | select(. == $name)] | length;
  " tests=\"\(length)\" failures=\"\(count("failure"))\" errors=\"\(count("error"))\" skipped=\"\(count("skipped"))\""
  + " time=\"\($seconds * 1000 | round / 1000)\"";

def test_xml($exercise):
  element as $element
  | "    <testcase classname=\"\($exercise | folder_name)\" name=\"\(.name | xml)\" file=\"\($exercise | file_name | xml)\""
  + if .tells_all and $exercise.place then " line=\"\($exercise.place.line)\"" else "" end
  + if $element == null then "/>"
    else
      ">\n      <\($element) message=\"\(.message | one_line | xml)\""
      + if $element == "skipped" then "" else " type=\"\(.verdict)\"" end
      + ">\(if .tells_all then $exercise | account_and_output else .message end | xml)</\($element)>\n"
      + if .tells_all and $exercise.student_output != ""
        then "      <system-out>\([$exercise | printed(200)] | join("\n") | xml)</system-out>\n" else "" end
      + "    </testcase>"
    end;

def suite_xml:
  . as $exercise
  | tests as $tests
  | "  <testsuite name=\"\(folder_name)\"\($tests | counts($exercise | seconds))>",
    "    <properties>",
    (.verdict | property("verdict")), (.score | property("score")), (.max_score | property("max_score")),
    (.mistake | property("mistake")), (.first_wrong_step | property("first_wrong_step")),
    "    </properties>",
    ($tests[] | test_xml($exercise)),
    "  </testsuite>";

"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
# Readers know errors of tests only, also where it is the grader that failed.
if .error then
  ([{verdict: "internal_error"}] | counts(0)) as $counts
  | "<testsuites name=\"softmark \(.tool.version)\"\($counts)>",
    "  <testsuite name=\"softmark\"\($counts)>",
    "    <testcase classname=\"softmark\" name=\"the grader\">",
    "      <error message=\"\(.error | one_line | xml)\" type=\"internal_error\">\(.error | xml)</error>",
    "    </testcase>",
    "  </testsuite>"
else
  ([.exercises[] | seconds] | add // 0) as $seconds
  | "<testsuites name=\"softmark \(.tool.version)\"\([.exercises[] | tests[]] | counts($seconds))>",
  (.exercises[] | suite_xml)
end,
"</testsuites>"
