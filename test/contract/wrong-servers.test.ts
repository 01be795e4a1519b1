// A server that is not the vendor's, asked for data with credentials in the request: never "no records".
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { isAll, isFull } from '../all.ts';
import { type Service, startService } from '../service.ts';
import {
  type Answering,
  another,
  type Door,
  isTokenCall,
  startBehindDoor,
  tokenAnswer,
  WRONG_SERVERS,
} from '../wrong-servers.ts';
import { LOSSES } from './losses.ts';

let door: Door;
let service: Service;
let close: () => Promise<void>;
before(async () => {
  ({ door, started: service, close } = await startBehindDoor(startService));
});
after(() => close());

/** What no driver gets to see, or knows by its words: tried where channels are linked. */
const PLAINLY_WRONG = [
  ...['plain words', 'half an answer', 'a captive portal', 'a redirect to another host'],
  ...['an error with 200', 'errors with 200', 'a message', 'the request itself as text'],
];

let tries = 0;

/** A credential of the sandbox that was never used before: nothing is remembered of it. */
function paramsOf(name: string, shop: string): object {
  const fields = channels[name]?.fields ?? [];
  const { account, secrets } = service.shop(name, shop).credential;
  const all = { ...account, ...secrets };
  const last = Object.keys(secrets).at(-1) ?? '';
  tries += 1;
  const changed = { ...all, [last]: another(secrets[last] ?? '', tries) };
  const pairs = Object.entries(changed).map(([key, value]) => ({ key, value }));
  return { [name]: pairs.filter(({ key }) => fields.some((field) => field.key === key)) };
}

interface Side {
  readonly name: string;
  readonly shop?: string;
  readonly version?: string;
}

/** Every channel as it is read by default, and the other APIs that some of them have. */
const SIDES: readonly Side[] = [
  ...Object.keys(channels).map((name) => ({ name })),
  { name: 'amazon', version: 'v0' },
  { name: 'mirakl', shop: 'marketplace' },
];

/** Without repetitions each side meets one server in so many, and the next side others. */
const EACH = isAll ? 1 : 3;

for (const [place, { name, shop = 'demo', version }] of SIDES.entries())
  describe(`${name} ${version ?? shop}`, () => {
    const side = version ?? (shop === 'demo' ? undefined : shop);
    for (const kind of ['orders', 'products'] as const) {
      if (!channels[name]?.[kind]) continue;
      it(`${kind}: no wrong answer is taken for none`, async () => {
        for (const [at, [server, answer]] of Object.entries(WRONG_SERVERS).entries()) {
          const isMet = (at + place) % EACH === 0 || isFull(name);
          if (PLAINLY_WRONG.includes(server) || !isMet) continue;
          const answering: Answering = (seen) => (isTokenCall(seen) ? tokenAnswer() : answer(seen));
          door.answering = answering;
          const got = await service[kind](name, {
            limit: 5,
            params: paramsOf(name, shop),
            ...(version && { api_version: version }),
          });
          door.answering = undefined;
          const said = `${server}: ${got.status} ${got.text.slice(0, 300)}`;
          const asked = side === undefined ? kind : `${side} ${kind}`;
          if (LOSSES.get(name)?.noRecords?.[asked]?.includes(server)) {
            assert.deepEqual([got.status, got.body.Output?.result], [200, []], said);
            continue;
          }
          const { code } = got.body.Errors as { code: string };
          assert.equal(code, 'channel_invalid_response', said);
        }
        assert.doesNotMatch(service.logged(), /an unexpected error/, 'a driver stumbled');
      });
    }
  });
