// The completion script for zsh.
import { type Choice, type Place, takingValues } from './tree.ts';

export function zsh(tree: readonly Place[]): string {
  const places = tree.map(({ at }) => `'${at}'`).join('|');
  return `#compdef manifold
# Completion of manifold for zsh. In ~/.zshrc, after compinit: source <(manifold completion zsh)
_manifold() {
  local at='' next word skip='' i cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}"
  local -a next_words options
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      (${takingValues(tree).join('|')}) skip=1 ;;
      (-*) ;;
      (*)
        next="\${at:+$at }$word"
        case "$next" in (${places}) at="$next" ;; esac
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
  if [[ $cur == -* ]]; then
    _describe -o 'option' options
  elif (( \${#next_words} )); then
    _describe 'word' next_words
  fi
}
if [[ "\${funcstack[1]}" == _manifold ]]; then _manifold "$@"; else compdef _manifold manifold; fi
`;
}

const lines = (all: readonly string[]): string => all.map((line) => `      ${line}`).join('\n');

/** A colon parts the word from what it is. */
const described = (all: readonly Choice[]): string =>
  all
    .map(({ word, about }) => `'${word.replaceAll(':', '\\:')}:${about.replaceAll("'", `'\\''`)}'`)
    .join(' ');

const valueCases = ({ at, values }: Place): string[] =>
  Object.entries(values).flatMap(([option, { words, files }]) => {
    if (files) return [`('${at}|${option}') _files ;;`];
    return words.length > 0 ? [`('${at}|${option}') compadd -- ${words.join(' ')} ;;`] : [];
  });

const placeCase = ({ at, words, options, files }: Place): string =>
  `('${at}') next_words=(${described(words)}) options=(${described(options)})${files ? '; [[ $cur == -* ]] || _files' : ''} ;;`;
