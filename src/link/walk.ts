// The walk of a way with keys: one screen for each thing to do in the channel's own admin, or to type here.
import type { Channel } from '../channels/channel.ts';
import type { Field } from '../channels/field.ts';
import type { ByForm } from '../channels/way.ts';
import type { Given } from '../model/credential.ts';
import { fieldsOf } from './form.ts';

export interface WalkStep {
  /** The sentences of the way that belong to it, by their place. */
  readonly says: readonly number[];
  /** The field that is typed. */
  readonly asks: Field | undefined;
  /** What its drawing shows: the browser's address, the way through the menu, or values to copy. */
  readonly draws: 'address' | 'menu' | readonly string[] | undefined;
}

/**
 * What the visitor knows comes first, since it says which admin to open; then what is to be done there;
 * then the values that are copied, one by one, each after the sentence that says where it is.
 */
export function walkOf(way: ByForm, channel: Channel): readonly WalkStep[] {
  const fields = fieldsOf(way, channel);
  const [known, copied] = [fields.filter(isKnown), fields.filter((field) => !isKnown(field))];
  const copies = way.copies ?? [copied[0]?.key ?? ''];
  const count = channel.words.en.ways[way.id]?.steps?.length ?? 0;
  const prepared = count - copies.length;
  const groups = groupsOf(copied, copies);
  return [
    ...known.map((asks): WalkStep => ({ says: [], asks, draws: isChoice(asks) ? undefined : 'address' })), // biome-ignore format: one line
    { says: Array.from({ length: prepared }, (_, at) => at), asks: undefined, draws: 'menu' },
    ...copied.map((asks): WalkStep => {
      const at = copies.indexOf(asks.key);
      return { says: at < 0 ? [] : [prepared + at], asks, draws: groups.get(asks.key) };
    }),
  ];

  function isKnown(field: Field): boolean {
    if (way.copies?.includes(field.key)) return false;
    return field.key === way.placeNeeds || field.kind === 'address'
      ? !field.optional
      : isChoice(field);
  }
}

const isChoice = ({ kind }: Field): boolean => kind === 'choice' || kind === 'choices';

/** The values that stand on one page there: what may be left out is elsewhere. */
function groupsOf(fields: readonly Field[], copies: readonly string[]) {
  const groups = new Map<string, string[]>();
  let group: string[] = [];
  for (const { key, optional } of fields) {
    if (optional || copies.includes(key)) group = [];
    group.push(key);
    groups.set(key, group);
  }
  return groups;
}

/** Whether nothing more must be typed for it. */
export const isAnswered = ({ asks }: WalkStep, given: Given): boolean =>
  asks === undefined || asks.optional === true || Boolean(given[asks.key]?.length);

/** Where to go after a step: to what is missing, then to what was not shown yet; undefined at the end. */
export function nextStep(
  walk: readonly WalkStep[],
  given: Given,
  reached: number,
): number | undefined {
  const next = walk.findIndex((step, at) => at > reached || !isAnswered(step, given));
  return next < 0 ? undefined : next;
}

/** Where a field is asked for; where none is named, the first value that is missing, or the last. */
export function stepOf(walk: readonly WalkStep[], given: Given, field: string | undefined): number {
  const named = walk.findIndex(({ asks }) => field !== undefined && asks?.key === field);
  return named < 0 ? (nextStep(walk, given, walk.length) ?? walk.length - 1) : named;
}
