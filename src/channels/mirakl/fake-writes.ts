// What the tests of writes share: where both APIs are, and what a plan asks and refuses.
import type { Account } from '../../model/credential.ts';
import type { Reply } from '../../model/exchange.ts';
import { Refusal } from '../../model/writes.ts';
import type { Plan, Taken } from '../writing.ts';
import { NOW, ok } from './fake-vendor.ts';

export const CONNECT: Account = {};
export const CONNECT_API = 'https://miraklconnect.com/api';
export const SHOP_API = 'https://sample.mirakl.net/api';

export const context = { account: {}, now: NOW, note: () => {} };
export const asked = ({ steps }: Plan) =>
  steps.map(({ ask: { method, url, body = '' } }) => [`${method} ${url}`, body]);
export const codesOf = ({ refused }: Plan) => refused.map(({ at, refusal }) => [at, refusal.code]);
export const answer = (status: number, body?: unknown): Reply => ({ ...ok(body), status });
export const shown = (taken: readonly Taken[] | undefined) =>
  taken?.map((one) => (one instanceof Refusal ? `${one.code}: ${one.message}` : one));
