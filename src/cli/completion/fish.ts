// The completion script for fish.
import { type Choice, type Place, takingValues } from './tree.ts';

export function fish(tree: readonly Place[]): string {
  return `# Completion of manifold for fish. Once: manifold completion fish > ~/.config/fish/completions/manifold.fish
function __manifold_at
    set -l at
    set -l skip no
    set -l places ${tree
      .slice(1)
      .map(({ at }) => text(at))
      .join(' ')}
    for word in (commandline -opc)[2..]
        if test $skip = yes
            set skip no
            continue
        end
        switch $word
            case ${takingValues(tree).join(' ')}
                set skip yes
            case '-*'
            case '*'
                set -l next (string join ' ' -- $at $word)
                if contains -- $next $places
                    set at $next
                end
        end
    end
    string join ' ' -- $at
end
function __manifold_is
    set -l at (__manifold_at)
    test "$at" = "$argv"
end
complete -c manifold -f
${tree.flatMap(rules).join('\n')}
`;
}

/** In single quotes fish knows two signs alone. */
const text = (raw: string): string => `'${raw.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function rules(place: Place): string[] {
  const here = `complete -c manifold -n ${text(`__manifold_is ${place.at}`)}`;
  const word = ({ word: each, about }: Choice) => `${here} -a ${text(each)} -d ${text(about)}`;
  const option = ({ word: each, about }: Choice) => {
    const value = place.values[each];
    const takes = value === undefined ? '' : value.files ? ' -r -F' : ' -x';
    const of = value && value.words.length > 0 ? ` -a ${text(value.words.join(' '))}` : '';
    return `${here} -l ${each.slice(2)}${takes}${of} -d ${text(about)}`;
  };
  return [
    ...place.words.map(word),
    ...place.options.map(option),
    ...(place.files ? [`${here} -F`] : []),
  ];
}
