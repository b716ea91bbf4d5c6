#compdef tcviz
# Completes tcviz in zsh: eval "$(tcviz completion zsh)", or this text as a file _tcviz in a folder of $fpath.
# The program itself lists the candidates; zsh completes names of files where it lists none.
_tcviz() {
  local -a candidates
  candidates=("${(@f)$("${words[1]/#\~/$HOME}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  candidates=("${(@)candidates:#}")
  if ((${#candidates})); then
    compadd -a candidates
  else
    _files
  fi
}
if [[ ${funcstack[1]:-} == _tcviz ]]; then
  _tcviz "$@"
else
  if ! whence compdef >/dev/null; then
    autoload -Uz compinit && compinit
  fi
  compdef _tcviz tcviz
fi
