// For tests of writes: what a plan asks for and refuses, and what a shop answers.
import type { Reply } from '../../model/exchange.ts';
import { Refusal } from '../../model/writes.ts';
import type { Plan, Taken } from '../writing.ts';

export const asked = ({ steps }: Plan) =>
  steps.map(({ items, ask }) => ({
    items,
    method: ask.method,
    path: ask.url.replace('https://shop.nl/rest/V1/', ''),
    body: ask.body,
  }));
export const codesOf = ({ refused }: Plan) => refused.map(({ refusal: { code } }) => code);
export const wordsOf = (taken: readonly Taken[] | undefined) =>
  taken?.map((one) => (one instanceof Refusal ? one.message : one));
export const reply = (status: number, body: unknown): Reply => ({
  status,
  headers: {},
  text: JSON.stringify(body),
  body,
});
export const right = (resources: string): [number, unknown] => [
  401,
  { message: "The consumer isn't authorized to access %resources.", parameters: { resources } },
];
