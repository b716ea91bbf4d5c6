# Completes tcviz in fish: tcviz completion fish | source
# The program itself lists the candidates; fish completes names of files where it lists none.
function __tcviz_candidates
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l program (string replace --regex '^~' $HOME -- $words[1])
    set -l current (commandline --current-token --cut-at-cursor)
    $program __complete $words[2..] "$current" 2>/dev/null
end
complete --command tcviz --no-files --arguments '(__tcviz_candidates)'
complete --command tcviz --condition 'test -z "$(__tcviz_candidates)"' --force-files
