# GitLab's Code Quality report: what it shows beside the lines of a merge request. GitLab compares two branches by fingerprints,
# so that they tell exercise, verdict and message, and no line.
include "account";

def hex: [range(7; -1; -1) as $place | . / pow(16; $place) | floor % 16 | "0123456789abcdef"[.:. + 1]] | join("");
def fingerprint: reduce explode[] as $letter ([7, 11]; [(.[0] * 257 + $letter) % 4294967291, (.[1] * 263 + $letter) % 4294967279])
  | map(hex) | join("");
def issue($description; $verdict; $path; $line; $told):
  {
    description: $description,
    check_name: "softmark/\($verdict)",
    fingerprint: ($told | fingerprint),
    severity: ({wrong: "major", error: "critical"}[$verdict | standing] // "info"),
    location: {path: $path, lines: {begin: $line}}
  };

[(.error // empty | issue("softmark could not grade: \(one_line)"; "internal_error"; "exercises"; 1; "internal_error")),
 (.exercises[] | select(failed)
  | issue("\(short_name): \(.message | one_line)"; .verdict;
          if .file == "" then folder_name else file_name | sub("^(\\./+)+"; "") end; .place.line // 1;
          "\(folder_name) \(.verdict) \(.message)"))]
