// Which encoding an answer may travel in: what Accept-Encoding asks for (RFC 9110, 12.5.3).

/** Ours, the one that gives most for its cost first: see docs/decisions/0041-compressed-answers.md. */
export const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface Wanted {
  readonly encoding: Encoding;
  /** The caller refuses an answer that is not encoded. */
  readonly must: boolean;
}

const ITEM = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * Undefined: as it is. That is also what somebody gets who takes nothing that we have: an answer that
 * is understood nearly everywhere says more than a 406.
 */
export function readEncoding(header: string | undefined): Wanted | undefined {
  if (!header) return undefined;
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [, name, weight = '1'] = ITEM.exec(item.trim()) ?? [];
    // What cannot be read asks for nothing.
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  const others = weights.get('*');
  const weightOf = (name: Encoding) => weights.get(name) ?? others ?? 0;
  const [best] = ENCODINGS.toSorted((one, other) => weightOf(other) - weightOf(one));
  if (best === undefined || weightOf(best) === 0) return undefined;
  // Whoever does not name it takes it, unless everything that is not named is refused.
  const plain = weights.get('identity') ?? (others === 0 ? 0 : undefined);
  if (plain !== undefined && plain > weightOf(best)) return undefined;
  return { encoding: best, must: plain === 0 };
}
