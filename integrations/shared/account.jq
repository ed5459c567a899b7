# What the programs of several formats share. They begin with: include "account";

def put($new; $old): split($old) | join($new);
def two_digits: tostring | if length < 2 then "0" + . else . end;

# What a verdict means to platforms that know no more kinds than these. Open: nothing is wrong. Wrong: it ran, and its answer
# is wrong. Error: no answer. Ours: the grader's own failure, which costs nobody points.
def standing:
  if . == "passed" then "passed"
  elif . == "not_started" or . == "skipped" then "open"
  elif . == "wrong_value" or . == "wrong_shape" or . == "not_finite" or . == "too_costly" then "wrong"
  elif . == "internal_error" then "ours"
  else "error"
  end;
def failed: .verdict | standing | . != "passed" and . != "open";

# Of an exercise: "02 name", "02_name", and its file, on one line.
def short_name: "\(.number | two_digits) \(.name)";
def folder_name: "\(.number | two_digits)_\(.name)";
def file_name: .file | put("\\x0a"; "\n") | put("\\x09"; "\t");

def words: put(" "; "_");
def one_line: put(" "; "\n");
def points: if . == floor then tostring else (. * 100 | round | "\(. / 100 | floor).\(. % 100 | two_digits)") end;
def shortened($most): if length > $most then .[:$most] + "\n[the rest is left out]" else . end;

def printed($most):
  .student_output | rtrimstr("\n") | split("\n") as $lines
  | ($lines[:$most][] | .[:400]), if $lines[$most:] != [] then "(\($lines[$most:] | length) more lines)" else empty end;

# All that is told of an exercise, in lines; then the same with what the program printed.
def account:
  [if .verdict == "passed" then empty else .message, .further[], if .explanation then .finding else empty end, .details[] end,
   (.notes[] | "note: " + .),
   if .warnings == [] then empty
   else if .verdict == "passed" and .cause then "sanitizers warn:" else "the compiler warns:" end, .warnings[] end]
  | join("\n");
def account_and_output:
  [if .verdict == "passed" then .finding else empty end, (account | select(. != "")),
   if .student_output == "" then empty else "it printed:", "  " + printed(40) end]
  | join("\n");

# A test for each case. The first that did not pass stands for the exercise; where all did, one more does.
def tests:
  . as $exercise
  | [.cases[] | {name, verdict, message}]
  | if $exercise.verdict == "passed" then .
    else
      (map(.verdict != "passed") | index(true)) as $first
      | if $first == null then . + [{name: "the whole exercise"}] else . end
      | .[$first // length - 1] += {verdict: $exercise.verdict, message: $exercise.message, tells_all: true}
    end
  | map(if .message == "" then .message = (.verdict | words) else . end);

def summary:
  "\(.tool | "\(.name) \(.version)"): \([.exercises[] | select(.verdict == "passed")] | length) of \(.exercises | length)"
  + " exercise\(if .exercises | length == 1 then "" else "s" end) passed, score \(.score | points) of \(.max_score | points)";
