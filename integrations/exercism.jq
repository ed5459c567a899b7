# Exercism's results.json, version 3: a test for each case. It takes 65535 characters of a message, 500 of an output.
include "account";

def error_report: {version: 3, status: "error", message: shortened(65000), tests: []};

(.exercises | length > 1) as $several
| if .error then "The grader failed: " + .error | error_report
  elif .exercises == [] then "nothing was graded" | error_report
  elif all(.exercises[]; .cases == []) then [.exercises[] | "\(short_name): \(account_and_output)\n"] | join("") | error_report
  else
    {
      version: 3,
      status: (if all(.exercises[]; .verdict == "passed") then "pass" else "fail" end),
      message: null,
      tests: [.exercises[] | . as $exercise | tests[]
        | {name: (if $several then "\($exercise | short_name): \(.name)" else .name end),
           status: ({passed: "pass", wrong: "fail"}[.verdict | standing] // "error")}
        + if .verdict == "passed" then {} else {message: (if .tells_all then $exercise | account else .message end)} end
        + if $several then {task_id: $exercise.number} else {} end
        + if .tells_all and $exercise.student_output != "" then {output: ($exercise.student_output | shortened(470))} else {} end]
    }
  end
