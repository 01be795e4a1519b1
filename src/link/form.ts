// The form of a way: what it asks for, in the visitor's language, and what was typed into it.

import { accepted } from '../accounts/connect.ts';
import type { Channel } from '../channels/channel.ts';
import { cleaned, fits } from '../channels/clean.ts';
import { type Field, secretKeys } from '../channels/field.ts';
import { foreignKey, misplacedIn } from '../channels/misplaced.ts';
import type { Way } from '../channels/way.ts';
import type { Language } from '../channels/words.ts';
import type { Account, Given } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { object, orNull, wordOf } from '../model/schema.ts';
import { MAX_CREDENTIAL_LENGTH } from '../model/text.ts';
import { type Static, Type } from '../model/type.ts';
import { vocabularies } from './words/index.ts';

export const said = (description: string) => Type.String({ description });

export const LinkField = object('LinkField', 'Something that a way of linking asks for.', {
  key: said('Its name among the `values`.'),
  label: said('What it is called.'),
  hint: orNull(Type.String(), 'What it is or where it stands, in one sentence.'),
  example: said('What it looks like.'),
  kind: wordOf(
    ['text', 'secret', 'address', 'choice', 'choices'],
    'How to ask for it. address: any address of the shop, which is looked for. choice: one of `choices`. choices: any of them, the first being the main one.',
  ),
  secret: Type.Boolean({ description: 'Hide it while it is typed, and keep it nowhere.' }),
  optional: Type.Boolean({ description: 'It may be left out.' }),
  list: Type.Boolean({ description: 'Several values, as an array.' }),
  pattern: orNull(
    Type.String(),
    'A regular expression that the whole value fits, without spaces around it.',
  ),
  begins: Type.Array(Type.String(), {
    description: 'How its values, and no others, begin; empty where that is not known.',
  }),
  max_length: Type.Integer({ description: 'In characters.' }),
  choices: Type.Array(
    object('LinkChoice', 'A value to choose.', {
      value: said('What is sent.'),
      label: said('What people read.'),
      group: orNull(Type.String(), 'The heading that it belongs under.'),
    }),
    { description: 'Empty where anything may be typed.' },
  ),
  value: orNull(
    Type.String(),
    'What is known from the account that is linked already. Never a secret.',
  ),
});

/** What applications that draw their own forms are given, and what the pages need beside it. */
export interface ShownInput extends Omit<Static<typeof LinkField>, 'value'> {
  /** Above the choices beside the first. */
  readonly others: string | undefined;
}
export type Choice = ShownInput['choices'][number];

export const fieldsOf = ({ inputs }: Pick<Way, 'inputs'>, channel: Channel): readonly Field[] =>
  inputs.map((input) => {
    const { key, ...own } = typeof input === 'string' ? { key: input } : input;
    const field = channel.fields.find((known) => known.key === key);
    if (!field) throw new TypeError(`${channel.title} has no field "${key}".`);
    return { ...field, ...own };
  });

export function wayForm(way: Way, channel: Channel) {
  const fields = fieldsOf(way, channel);
  /** What the page calls a field; its key where no way asks for it. */
  const wordsOf = (key: string, language: Language) => {
    const { ways, fields } = channel.words[language];
    return ways[way.id]?.fields?.[key] ?? fields[key] ?? { label: key };
  };
  /** Only what is declared and not secret: it may be shown. */
  const plain = (given: Given): Given =>
    Object.fromEntries(
      fields.flatMap(({ key, secret }) => {
        const value = secret ? undefined : given[key];
        return value === undefined ? [] : [[key, value]];
      }),
    );
  /** Of what it asks for, what the account says that is linked already. */
  const known = (account: Account | undefined): Given =>
    account ? plain({ ...account, ...channel.asTyped?.(account) }) : {};

  return {
    fields,
    plain,
    known,

    inputs: (language: Language): readonly ShownInput[] =>
      fields.map((field) => {
        const { key, secret = false, list = false, kind = secret ? 'secret' : 'text' } = field;
        const { pattern = null, begins = [], example, optional = false, choices = [] } = field;
        const { label, hint = null, others, ...names } = wordsOf(key, language);
        return {
          ...{ key, label, hint, example, kind, secret, optional, list, pattern, others },
          ...{ begins: [...begins], max_length: MAX_CREDENTIAL_LENGTH },
          choices: choices.map((value) => ({
            value,
            label: names.choices?.[value] ?? field.choiceName?.(value, language) ?? value,
            group: names.groups?.[field.choiceGroup?.(value) ?? ''] ?? null,
          })),
        };
      }),

    /**
     * Only what the way asks for; a list is typed with commas, or chosen one by one. A secret may be left as
     * it was before, and so is all that another step asks for than those that are sent.
     */
    given(form: URLSearchParams, before: Given, sent: (key: string) => boolean = () => true) {
      const given: Record<string, string | readonly string[]> = {};
      for (const { key, list, secret } of fields) {
        const value = (list ? form.getAll(key).join(',') : (form.get(key) ?? '')).trim();
        const isLeft = !sent(key) || (secret && value === '');
        if (isLeft && before[key] !== undefined) given[key] = before[key];
        if (isLeft || value === '') continue;
        given[key] = list ? value.split(/[\s,;]+/).filter((part) => part !== '') : value;
      }
      return given;
    },

    /** What is wrong with what was typed, in a sentence for each input; empty where nothing is. */
    problems(given: Given, language: Language, channels: readonly Channel[] = []) {
      const words = vocabularies[language].problem;
      const { reasons } = channel.words[language];
      const long = Object.keys(given).filter(
        (key) => textOf(given[key]).length > MAX_CREDENTIAL_LENGTH,
      );
      // Nothing else is looked at until that is mended.
      if (long.length > 0)
        return Object.fromEntries(long.map((key) => [key, words.long(MAX_CREDENTIAL_LENGTH)]));
      const clean = cleaned(given, channel);
      const misplaced = new Map(misplacedIn(given, channel).map((one) => [one.key, one]));
      const labelOf = (key: string) => wordsOf(key, language).label;
      const problemOf = (field: Field): string | undefined => {
        const text = textOf(clean[field.key]);
        if (text === '') return field.optional ? undefined : words.missing;
        const found = misplaced.get(field.key);
        if (found?.reason === 'pair') return words.pair;
        if (found) return words[found.reason](labelOf(found.other), labelOf(field.key));
        // An address is checked by the code that calls it, a choice by its list.
        if (field.kind === 'address' || field.kind === 'choice') return undefined;
        const foreign = foreignKey(text, channel, channels);
        if (foreign) return words.foreign(foreign.title);
        if (field.pattern === undefined || fits(text, field)) return undefined;
        return (field.wrong && reasons[field.wrong]) || words.form(field.example);
      };
      const problems: Record<string, string> = {};
      for (const field of fields) {
        const problem = problemOf(field);
        if (problem !== undefined) problems[field.key] = problem;
      }
      return problems;
    },

    /** The keys of secrets that were given, are still known, and had nothing wrong with them. */
    kept: (given: Given, problems: Readonly<Record<string, string>> = {}): readonly string[] =>
      secretKeys(fields).filter((key) => given[key]?.length && problems[key] === undefined),

    /** All that must be known before the visitor can leave for the vendor, if it is. */
    enoughToLeave(account: Account | undefined): Given | undefined {
      const all = known(account);
      const isEnough = fields.every(({ key, optional }) => optional || all[key]?.length);
      return way.kind === 'consent' && isEnough ? all : undefined;
    },
  };
}

export const textOf = (value: string | readonly string[] = ''): string =>
  typeof value === 'string' ? value : value.join(', ');

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

/** What was typed before, for another address. */
export const withoutSecrets = (given: Given, channel: Channel): Given => {
  const secrets = secretKeys(channel.fields);
  return Object.fromEntries(Object.entries(given).filter(([key]) => !secrets.includes(key)));
};
