// What a shop says about an error, in its own words, and the right it names where one is missing.
import type { Reply } from '../../model/exchange.ts';
import { isRecord, listed, membersOf } from '../kit/loose.ts';
import { wordsIn } from '../kit/page.ts';
import { filled, joined } from '../kit/text.ts';

const LONGEST = 300;

/**
 * The shop's own words with their parameters put in; undefined for a page. `trace`, which shops in
 * developer mode send along, names files of the merchant's server and is left alone.
 */
export function sentenceOf({ status, body, text }: Reply): string | undefined {
  if (status < 400) return undefined;
  if (!isRecord(body))
    return text.startsWith('oauth_problem=') ? text.slice(0, LONGEST) : undefined;
  const errors = [body, ...listed(body.errors), ...listed(membersOf(body.messages).error)];
  const { oauth_problem, error_description, error } = body;
  const other = [oauth_problem, error_description, error].find((one) => typeof one === 'string');
  return tidy(joined(errors.map(filledIn)) ?? filled(other) ?? '') || undefined;
}

/** `%1` counts into a list, `%name` names a member. */
function filledIn(error: object): string | null {
  const { message, parameters } = membersOf(error);
  if (typeof message !== 'string') return null;
  const named = Array.isArray(parameters)
    ? parameters.map((value: unknown, at) => [String(at + 1), value] as const)
    : Object.entries(membersOf(parameters));
  const values = new Map<string, unknown>(named);
  // Both are cut: a long value in many places would be a text without end.
  return message.slice(0, 10 * LONGEST).replace(/%(\w+)/g, (mark, name: string) => {
    const value = values.get(name);
    const isSaid = typeof value === 'string' || typeof value === 'number';
    return isSaid ? String(value).slice(0, LONGEST) : mark;
  });
}

const tidy = (text: string): string =>
  wordsIn(text)
    .replace(/ in '?\/[^\s']*'?( on line \d+)?/g, '')
    .slice(0, LONGEST);

/**
 * The resource that an integration lacks; undefined for every other refusal. By the parameter, since
 * shops translate their sentences, or by the sentence where a shop sends no parameters.
 */
export function rightMissing(reply: Reply): string | undefined {
  const { resources } = membersOf(membersOf(reply.body).parameters);
  if (reply.status === 401 && resources !== undefined) return String(resources);
  const named = /isn['’]t authorized to access ([\s\S]*)$/i.exec(sentenceOf(reply) ?? '')?.[1];
  return named?.replace(/\.$/, '');
}
