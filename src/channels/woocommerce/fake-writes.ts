// A shop that is asked to write: it answers by path, and what it was asked is kept.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Reading } from '../channel.ts';
import type { Plan } from '../writing.ts';

export const NOW = Date.UTC(2026, 10, 1);
export const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`samples/${name}.native.json`, import.meta.url), 'utf8'));

export type Answers = Readonly<Record<string, unknown>>;
const NO_ROUTE = { code: 'rest_no_route', message: 'No route', data: { status: 404 } };

/** A shop that answers by path; what it does not have has no route there. */
export function shopWith(answers: Answers = {}) {
  const asks: Ask[] = [];
  const kept = new Map<string, unknown>();
  const call = async (ask: Ask): Promise<Reply> => {
    asks.push(ask);
    const path = new URL(ask.url).pathname.replace('/wp-json/', '');
    const body = path in answers ? answers[path] : NO_ROUTE;
    return { status: body === NO_ROUTE ? 404 : 200, headers: {}, text: '', body };
  };
  const reading: Reading = {
    account: { baseUrl: 'https://shop.nl', authMode: 'header' },
    ...{ version: 'wc/v3', now: NOW, call, note: () => {}, assume: () => {} },
    leaveOut: (fault) => {
      throw fault;
    },
    remember: async <T>(key: string, _seconds: number, make: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, await make());
      return kept.get(key) as T;
    },
  };
  return { reading, asks };
}

export const sentBy = ({ steps }: Plan) =>
  steps.map(({ ask }) => [
    `${ask.method} ${new URL(ask.url).pathname.replace('/wp-json/', '')}`,
    JSON.parse(ask.body ?? ''),
  ]);
export const codeIn = ({ refused, steps }: Plan) => {
  assert.equal(steps.length === 0, refused.length > 0);
  return refused[0]?.refusal.code;
};
