// What a page is narrowed by: the fields above it, and what was chosen in each.
import { Fault } from '../model/faults.ts';
import type { Html } from '../pages/html.ts';
import { type Choice, chosenBy, filters, type Input, type Inputs } from './parts.ts';
import type { Visit } from './visit.ts';

/** A field by what its address says, and what that means for the page. */
export type Filter<Value> = (
  given: string | undefined,
  visit: Visit,
) => Narrowed<Value> | Promise<Narrowed<Value>>;
interface Narrowed<Value> {
  readonly input: Input;
  readonly value: Value;
}

export type Filters<Chosen> = { readonly [Name in keyof Chosen]: Filter<Chosen[Name]> };

export async function narrow<Chosen>(
  path: string,
  all: Filters<Chosen>,
  visit: Visit,
): Promise<{ readonly chosen: Chosen; readonly form: Html; readonly inputs: Inputs }> {
  const fields = await Promise.all(
    Object.entries<Filter<unknown>>(all).map(
      async ([name, filter]) =>
        [name, await filter(visit.query[name] || undefined, visit)] as const,
    ),
  );
  const inputs = Object.fromEntries(fields.map(([name, { input }]) => [name, input]));
  const chosen = Object.fromEntries(fields.map(([name, { value }]) => [name, value])) as Chosen;
  return { chosen, form: filters(path, inputs), inputs };
}

type Perhaps = Filter<string | undefined>;

/** Anything that is typed. */
export const typed =
  (label: string): Perhaps =>
  (value) => ({ value, input: { label, value, type: 'search' } });

/** One of these, or any. */
export const oneOf =
  <Word extends string>(
    label: string,
    choices: readonly Choice<Word>[],
    any = 'Any',
  ): Filter<Word | undefined> =>
  (given) => {
    const value = choices.map(chosenBy).find((one) => one === given);
    return { value, input: { label, value, choices: [['', any], ...choices] } };
  };

/** One that may be gone since is looked for all the same. */
export const anyClient: Perhaps = async (value, { acts }) => {
  const ids = (await acts.clients.list()).map(({ id }) => id);
  return { value, input: { label: 'Client', value, choices: [['', 'All clients'], ...ids] } };
};

/** The client that was chosen, else the first; empty where there is none. */
export const oneClient: Filter<string> = async (given, { acts }) => {
  const choices = (await acts.clients.list()).map(({ id, name }) => [id, name] as const);
  const value = given ?? choices[0]?.[0] ?? '';
  if (value !== '' && !choices.some(([id]) => id === value))
    throw new Fault('not_found', `There is no client "${value}".`);
  return { value, input: { label: 'Client', value, choices } };
};

export const titlesOf = ({ channels }: Visit['live']): readonly Choice[] =>
  Object.entries(channels).map(([name, { title }]) => [name, title]);

export const anyChannel: Perhaps = (value, { live }) => {
  const choices: readonly Choice[] = [['', 'All channels'], ...titlesOf(live)];
  return { value, input: { label: 'Channel', value, choices } };
};

const HOUR = 3_600_000;
const SPANS = {
  '1h': ['Last hour', HOUR],
  '6h': ['Last 6 hours', 6 * HOUR],
  '24h': ['Last 24 hours', 24 * HOUR],
  '7d': ['Last 7 days', 7 * 24 * HOUR],
  '30d': ['Last 30 days', 30 * 24 * HOUR],
} as const;
type Span = keyof typeof SPANS;

/** How long a page looks back: since when. */
export const since =
  (usual: Span): Filter<number> =>
  (given, { now }) => {
    const span = given !== undefined && Object.hasOwn(SPANS, given) ? (given as Span) : usual;
    const choices = Object.entries(SPANS).map(([value, [words]]) => [value, words] as const);
    return { value: now - SPANS[span][1], input: { label: 'Time', value: span, choices } };
  };
