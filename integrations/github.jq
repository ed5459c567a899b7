# Commands of GitHub Actions: an annotation for each exercise that failed, of which GitHub shows ten, and a notice with the
# score. Here alone lines are commands to a runner: no text may make a line of its own, nor end a property.
include "account";

def data: put("%25"; "%") | put("%0D"; "\r") | put("%0A"; "\n");
def property: data | put("%3A"; ":") | put("%2C"; ",");

if .error then "::error title=softmark could not grade::\(.error | shortened(16000) | data)"
else
  ([.exercises[] | select(failed)][:10][]
   | "::error "
     + if .file == "" then "" else "file=\(file_name | property)," end
     + if .place then "line=\(.place.line)," else "" end
     + if .place.column then "col=\(.place.column)," else "" end
     + "title=\("\(short_name): \(.verdict | words)" | property)::\(account_and_output | shortened(16000) | data)"),
  "::notice title=softmark::\(summary | data)"
end
