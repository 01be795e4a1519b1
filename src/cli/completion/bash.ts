// The completion script for bash.
import { type Place, takingValues } from './tree.ts';

export function bash(tree: readonly Place[]): string {
  const places = tree.map(({ at }) => quoted(at)).join('|');
  return `# Completion of manifold for bash. In ~/.bashrc: source <(manifold completion bash)
_manifold() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local at='' next word skip='' options='' words='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      ${takingValues(tree).join('|')}) skip=1 ;;
      -*) ;;
      *)
        next="\${at:+$at }$word"
        case "$next" in ${places}) at="$next" ;; esac
        ;;
    esac
  done
  if [[ -n $skip ]]; then
    case "$at|$prev" in
${lines(tree.flatMap(valueCases))}
    esac
    return
  fi
  case "$at" in
${lines(tree.map(placeCase))}
  esac
  if [[ $cur == -* ]]; then words="$options"; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _manifold manifold
`;
}

const FILES = 'compopt -o default 2>/dev/null';
const lines = (all: readonly string[]): string => all.map((line) => `      ${line}`).join('\n');
const quoted = (text: string): string => `'${text}'`;

const valueCases = ({ at, values }: Place): string[] =>
  Object.entries(values).flatMap(([option, { words, files }]) => {
    if (files) return [`'${at}|${option}') ${FILES} ;;`];
    return words.length > 0
      ? [`'${at}|${option}') COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur")) ;;`]
      : [];
  });

const placeCase = ({ at, words, options, files }: Place): string => {
  const [next, given] = [words, options].map((all) => all.map(({ word }) => word).join(' '));
  return `'${at}') words='${next}' options='${given}'${files ? `; [[ $cur == -* ]] || ${FILES}` : ''} ;;`;
};
