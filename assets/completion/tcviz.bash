# Completes tcviz in bash: eval "$(tcviz completion bash)"
# The program itself lists the candidates; bash completes names of files where it lists none.
_tcviz() {
  # bash splits words at ':' and '=', which are letters of recorded:sm_90 and --format=svg: split at spaces instead, and
  # answer with what follows the last of them.
  local line=${COMP_LINE:0:COMP_POINT} words current prefix candidate
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current=${words[${#words[@]} - 1]}
  prefix=${current%"${current##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r candidate; do
    COMPREPLY+=("${candidate#"$prefix"}")
  done < <("${words[0]/#\~/$HOME}" __complete "${words[@]:1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _tcviz tcviz
