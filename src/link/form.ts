// What was typed into the form of a way: read, looked over, and told again without its secrets.

import type { Channel } from '../channels/channel.ts';
import type { Way } from '../channels/way.ts';
import type { Given } from '../model/credential.ts';

/** Only what the way asks for; a list is typed with commas. */
export function givenOf(form: URLSearchParams, way: Way, channel: Channel): Given {
  const given: Record<string, string | readonly string[]> = {};
  for (const { key } of way.inputs) {
    const value = (form.get(key) ?? '').trim();
    if (value === '') continue;
    const list = channel.fields.find((field) => field.key === key)?.list;
    given[key] = list ? value.split(/[\s,;]+/).filter((part) => part !== '') : value;
  }
  return given;
}

/** What may be shown again: everything but secrets. */
export function plainOf(given: Given, way: Way | undefined, channel: Channel): Given {
  const plain: Record<string, string> = {};
  for (const { key, kind } of way?.inputs ?? []) {
    const secret = channel.fields.find((field) => field.key === key)?.secret ?? false;
    const value = given[key];
    if (value === undefined || kind === 'secret' || secret) continue;
    plain[key] = typeof value === 'string' ? value : value.join(', ');
  }
  return plain;
}

/** The keys of inputs that must be filled in and are not. */
export const missingOf = (given: Given, way: Way): readonly string[] =>
  way.inputs.filter(({ key, optional }) => !optional && !given[key]?.length).map(({ key }) => key);
