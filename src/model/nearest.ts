// The known name that someone probably meant.

export function nearest(name: string, known: readonly string[]): readonly string[] {
  const asked = name.slice(0, 60).toLowerCase();
  const farthest = Math.max(2, Math.floor(asked.length / 3));
  return known
    .map((candidate) => ({ candidate, far: editDistance(asked, candidate.toLowerCase()) }))
    .filter(({ far }) => far <= farthest)
    .sort((one, other) => one.far - other.far)
    .map(({ candidate }) => candidate);
}

/** How a sentence about an unknown name ends: with what was meant, or with `otherwise`. */
export function didYouMean(name: string, known: readonly string[], otherwise = '.'): string {
  const [close] = nearest(name, known);
  const begun = name.length > 2 ? known.filter((each) => each.startsWith(name)) : [];
  const meant = close ? [close] : begun.sort((a, b) => a.length - b.length).slice(0, 3);
  const shown = meant
    .map((each) => `"${each}"`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');
  return shown ? `; did you mean ${shown}?` : otherwise;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
