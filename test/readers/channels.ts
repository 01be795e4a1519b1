// What each channel reads of strangers' text, found by its declaration: fields, pages, refusals, hooks, records.

import type { Channel } from '../../src/channels/channel.ts';
import { cleaned } from '../../src/channels/clean.ts';
import { misplacedIn } from '../../src/channels/misplaced.ts';
import { wayForm } from '../../src/link/form.ts';
import type { Ask, Reply } from '../../src/model/exchange.ts';
import type { Reader } from './cost.ts';

const STATUSES = [200, 301, 401, 404, 503];

/** Every header that a driver may look at holds the text. */
const headersOf = (text: string): Readonly<Record<string, string>> =>
  new Proxy({} as Record<string, string>, {
    get: (_, name) => (typeof name === 'string' ? text : undefined),
    has: () => true,
  });

/** Every member holds the text, and every list in it one such object. */
const bodiesOf = (text: string): readonly unknown[] => {
  const said = { code: text, message: text, title: text, detail: text, name: text, reason: text };
  const one = { ...said, error: text, error_description: text, parameters: { resources: text } };
  const indexed = { ...said, parameters: [text, text] };
  return [
    undefined,
    text,
    one,
    { ...one, errors: [one, indexed], messages: { error: [one] }, violations: [one] },
    { errors: text, error: one, data: one },
    [one, indexed],
  ];
};

const replyOf = (status: number, body: unknown, text: string): Reply => ({
  status,
  headers: headersOf(text),
  body,
  // As much as a driver is ever shown of one.
  text: text.slice(0, 256 * 1024),
});

/** A driver may refuse what it reads; what it costs counts all the same. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export function readersOf(channel: Channel): Readonly<Record<string, Reader>> {
  const readers: Record<string, Reader> = {};
  const ask: Ask = { url: 'https://shop.example/wp-json/wc/v3/orders', query: [] };
  for (const { key } of channel.fields) {
    const filled = (text: string) => ({
      ...Object.fromEntries(channel.fields.map((field) => [field.key, field.example])),
      [key]: text,
    });
    readers[`${key}, cleaned`] = (text) => cleaned({ [key]: text }, channel);
    readers[`${key}, accepted`] = (text) => channel.accept(filled(text));
    readers[`${key}, misplaced`] = (text) => misplacedIn(filled(text), channel);
  }
  const [way] = channel.ways;
  readers['a form'] = (text) => {
    const inputs = channel.fields.map(({ key }) => [key, text.slice(0, text.length / 4)] as const);
    return way && wayForm(way, channel).problems(Object.fromEntries(inputs), 'en', [channel]);
  };
  readers['a page of the web'] = (text) =>
    channel.recognises?.({ headers: { link: text, 'powered-by': text }, text });
  readers['a refusal'] = (text) => {
    for (const status of STATUSES)
      for (const body of bodiesOf(text))
        attempt(() => channel.explain?.(replyOf(status, body, text), ask));
  };
  if (channel.locate)
    readers['a search for a shop'] = async (text) => {
      const headers = { link: text, location: text };
      const call = () => Promise.resolve({ ...replyOf(404, undefined, text), headers });
      await channel.locate?.({ baseUrl: 'https://shop.example/' }, call);
    };
  readers['the pace of an answer'] = (text) => channel.pace?.(replyOf(200, {}, text), ask);
  const { hooks, hints } = channel;
  const requestOf = (text: string) => ({
    headers: headersOf(text),
    query: headersOf(text),
    body: Buffer.from(text),
  });
  const appOf = (needs: readonly string[]) =>
    Object.fromEntries(needs.map((name) => [name, 'a secret of the app']));
  if (hooks) {
    const app = appOf(hooks.needs);
    readers['a hook'] = (text) => hooks.verify(requestOf(text), app, 0);
    readers['what a hook says'] = (text) => hooks.read(requestOf(text));
  }
  if (hints) {
    const { byApp, proof } = hints;
    readers['a hint'] = (text) => {
      byApp?.verify(requestOf(text), appOf(byApp.needs));
      byApp?.accountOf(requestOf(text));
      if (proof?.by === 'secret') proof.verify(requestOf(text), 'a secret');
      if (proof?.by === 'keys') proof.verify(requestOf(text), { '0': 'a key' });
    };
    readers['what a hint says'] = (text) => hints.read(requestOf(text));
  }
  return readers;
}
