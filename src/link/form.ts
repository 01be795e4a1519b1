// The form of a way: what it asks for, in the visitor's language, and what was typed into it.

import { accepted } from '../accounts/connect.ts';
import type { Channel } from '../channels/channel.ts';
import { cleaned, fits } from '../channels/clean.ts';
import { type Field, type Kind, secretKeys } from '../channels/field.ts';
import { foreignKey, misplacedIn } from '../channels/misplaced.ts';
import type { Way } from '../channels/way.ts';
import type { Language } from '../channels/words.ts';
import type { Account, Given } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { MAX_CREDENTIAL_LENGTH } from '../model/text.ts';
import { vocabularies } from './words/index.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The name of the group it belongs to. */
  readonly group: string | undefined;
}

export interface ShownInput {
  readonly key: string;
  readonly kind: Kind;
  readonly isSecret: boolean;
  readonly label: string;
  readonly hint: string | undefined;
  readonly example: string;
  readonly optional: boolean;
  readonly choices: readonly Choice[];
  /** Above the choices beside the first. */
  readonly others: string | undefined;
}

export const fieldsOf = ({ inputs }: Pick<Way, 'inputs'>, channel: Channel): readonly Field[] =>
  inputs.map((input) => {
    const { key, ...own } = typeof input === 'string' ? { key: input } : input;
    const field = channel.fields.find((known) => known.key === key);
    if (!field) throw new TypeError(`${channel.title} has no field "${key}".`);
    return { ...field, ...own };
  });

export function inputsOf(way: Way, channel: Channel, language: Language): readonly ShownInput[] {
  const words = channel.words[language];
  return fieldsOf(way, channel).map((field) => {
    const { key, secret, kind, example, optional = false, choices = [] } = field;
    const {
      label,
      hint,
      choices: names,
      groups,
      others,
    } = words.ways[way.id]?.fields?.[key] ?? words.fields[key] ?? { label: key };
    return {
      key,
      kind: kind ?? (secret ? 'secret' : 'text'),
      isSecret: secret === true,
      label,
      hint,
      example,
      optional,
      choices: choices.map((value) => ({
        value,
        label: names?.[value] ?? field.choiceName?.(value, language) ?? value,
        group: groups?.[field.choiceGroup?.(value) ?? ''],
      })),
      others,
    };
  });
}

/**
 * Only what the way asks for; a list is typed with commas, or chosen one by one. A secret may be left as
 * it was before, and so is all that another step asks for than those that are sent.
 */
export function givenOf(
  form: URLSearchParams,
  way: Way,
  channel: Channel,
  before: Given,
  sent: (key: string) => boolean = () => true,
): Given {
  const given: Record<string, string | readonly string[]> = {};
  for (const { key, list, secret } of fieldsOf(way, channel)) {
    if (!sent(key)) {
      if (before[key] !== undefined) given[key] = before[key];
      continue;
    }
    const value = (list ? form.getAll(key).join(',') : (form.get(key) ?? '')).trim();
    const kept = secret ? before[key] : undefined;
    if (value === '' && kept !== undefined) given[key] = kept;
    if (value === '') continue;
    given[key] = list ? value.split(/[\s,;]+/).filter((part) => part !== '') : value;
  }
  return given;
}

/** The key of the field by which every channel calls the address of a shop. */
export const ADDRESS = 'baseUrl';

/** Whether what was typed before goes to the address it was typed for, or to the same host. */
export function isSameHost(form: URLSearchParams, before: Given, channel: Channel): boolean {
  const typed = form.get(ADDRESS)?.trim();
  // Not asked for in this step, or never typed before: there is no other address.
  if (typed === undefined || before[ADDRESS] === undefined) return true;
  if (typed === before[ADDRESS]) return true;
  const [then, now] = [before, { ...before, [ADDRESS]: typed }].map((given) =>
    orFault(() => channel.hosts(accepted(given, channel).account).join()),
  );
  return typeof then === 'string' && then === now;
}

/** What is made, or the fault that is thrown instead. */
export function orFault<T>(make: () => T): T | Fault {
  try {
    return make();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** What may be shown again: everything but secrets. */
export function plainOf(given: Given, way: Way | undefined, channel: Channel): Given {
  const plain: Record<string, string> = {};
  for (const { key, secret } of way ? fieldsOf(way, channel) : []) {
    const value = given[key];
    if (value === undefined || secret) continue;
    plain[key] = typeof value === 'string' ? value : value.join(', ');
  }
  return plain;
}

/** What was typed before, for another address. */
export const withoutSecrets = (given: Given, channel: Channel): Given => {
  const secrets = secretKeys(channel.fields);
  return Object.fromEntries(Object.entries(given).filter(([key]) => !secrets.includes(key)));
};

/** What is wrong with what was typed, in a sentence for each input; empty where nothing is. */
export function problemsIn(
  given: Given,
  way: Way,
  channel: Channel,
  language: Language,
  channels: readonly Channel[] = [],
): Readonly<Record<string, string>> {
  const words = vocabularies[language].problem;
  const reasons = channel.words[language].reasons;
  const long = Object.keys(given).filter((key) => isLong(given[key]));
  // Nothing else is looked at until that is mended.
  if (long.length > 0)
    return Object.fromEntries(long.map((key) => [key, words.long(MAX_CREDENTIAL_LENGTH)]));
  const clean = cleaned(given, channel);
  const misplaced = new Map(misplacedIn(given, channel).map((one) => [one.key, one]));
  /** What the page calls a field; its key where no way asks for it. */
  const labelOf = (key: string): string => {
    const { ways, fields } = channel.words[language];
    return (ways[way.id]?.fields?.[key] ?? fields[key])?.label ?? key;
  };
  const problemOf = (field: Field): string | undefined => {
    const value = clean[field.key] ?? '';
    if (value.length === 0) return field.optional ? undefined : words.missing;
    const found = misplaced.get(field.key);
    if (found?.reason === 'pair') return words.pair;
    if (found) return words[found.reason](labelOf(found.other), labelOf(field.key));
    // An address is checked by the code that calls it, a choice by its list.
    if (field.kind === 'address' || field.kind === 'choice') return undefined;
    const text = typeof value === 'string' ? value : value.join(', ');
    const foreign = foreignKey(text, channel, channels);
    if (foreign) return words.foreign(foreign.title);
    if (field.pattern === undefined || fits(text, field)) return undefined;
    return (field.wrong && reasons[field.wrong]) || words.form(field.example);
  };
  const problems: Record<string, string> = {};
  for (const field of fieldsOf(way, channel)) {
    const problem = problemOf(field);
    if (problem !== undefined) problems[field.key] = problem;
  }
  return problems;
}

const isLong = (value: string | readonly string[] = ''): boolean =>
  (typeof value === 'string' ? value : value.join()).length > MAX_CREDENTIAL_LENGTH;

/** The keys of secrets that were given, are still known, and had nothing wrong with them. */
export const keptOf = (
  given: Given,
  way: Way,
  channel: Channel,
  problems: Readonly<Record<string, string>> = {},
): readonly string[] =>
  fieldsOf(way, channel)
    .filter(({ key, secret }) => secret && given[key]?.length && problems[key] === undefined)
    .map(({ key }) => key);

// Linking again: what a way asks for and the account that is linked already says.

/** Only what is declared and not secret. */
export function knownOf(account: Account | undefined, way: Way | undefined, channel: Channel) {
  const known: Record<string, string | readonly string[]> = {};
  if (!account || !way) return known;
  const all: Given = { ...account, ...channel.asTyped?.(account) };
  for (const { key, secret } of fieldsOf(way, channel)) {
    const value = all[key];
    if (!secret && value !== undefined) known[key] = value;
  }
  return known;
}

/** All that must be known before the visitor can leave for the vendor, if it is. */
export function enoughToLeave(
  account: Account | undefined,
  way: Way | undefined,
  channel: Channel,
): Given | undefined {
  if (way?.kind !== 'consent') return undefined;
  const known = knownOf(account, way, channel);
  const asked = fieldsOf(way, channel).filter(({ optional }) => !optional);
  return asked.every(({ key }) => known[key]?.length) ? known : undefined;
}
