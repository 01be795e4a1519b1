// The native records of a recorded page: what the channel's own driver makes of the recorded answers.
import type { Channel } from '../src/channels/channel.ts';
import { channels } from '../src/channels/index.ts';
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import type { Account } from '../src/model/credential.ts';
import type { Ask, Reply } from '../src/model/exchange.ts';
import { headOf, parse, plain } from '../src/net/reply.ts';
import { type Task, validate } from '../src/unified/validate.ts';
import { type Answered, type Exchange, nameOf } from './exchange.ts';
import type { Recorded } from './pages.ts';
import type { Pair } from './shops.ts';

export interface Natives {
  readonly task: Task;
  readonly account: Account;
  readonly items: readonly unknown[];
}

/**
 * `known` are all exchanges of the channel, `facts` what is remembered of its shop: what a page before
 * learnt was not asked for again when it was recorded.
 */
export async function nativesOf(
  page: Recorded,
  known: readonly Exchange[],
  facts: Map<string, unknown>,
): Promise<Natives> {
  const { channel: name, operation, limit, filters } = page;
  const channel = channels[name];
  if (!channel) throw new Error(`there is no channel ${name}`);
  const now = Date.now();
  const task = validate(
    {
      ...{ operation, client: 'bench', query: { channel: name, tpUserId: 'user-0' } },
      body: { limit, ...filters },
    },
    channels,
    createSeal(parseKeys(newKeyEntry('bench'))),
    now,
  );
  const { account } = channel.accept(givenOf(page));
  const answers = new Map(known.map(({ asked, answered }) => [nameOf(asked), answered]));
  const { items } = await task.resource.fetch(task.query, undefined, {
    ...{ account, version: task.version, now, note() {}, assume() {} },
    call: (ask) => replyTo(ask, answers, channel, now),
    leaveOut(fault) {
      throw fault;
    },
    async remember(key, _seconds, make) {
      type Made = Awaited<ReturnType<typeof make>>;
      if (!facts.has(key)) facts.set(key, await make());
      return facts.get(key) as Made;
    },
  });
  return { task, account, items };
}

function givenOf({ channel, request }: Recorded): Record<string, string | readonly string[]> {
  const { params } = JSON.parse(request(0).body) as { params?: Record<string, Pair[]> };
  const pairs = params?.[channel];
  if (!pairs) throw new Error(`the page of ${channel} was recorded without its credential`);
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
}

/** As `net/call` answers a driver, without anything that takes time. */
async function replyTo(
  ask: Ask,
  answers: ReadonlyMap<string, Answered>,
  channel: Channel,
  now: number,
): Promise<Reply> {
  const url = new URL(ask.url);
  for (const [name, value] of ask.query ?? []) url.searchParams.append(name, value);
  const search = url.search.replaceAll('+', '%20').replaceAll('%2C', ',');
  const { method = 'GET', headers = {}, body = '' } = ask;
  const asked = { method, path: url.pathname + search, headers, body };
  const answered = answers.get(nameOf(asked));
  if (!answered) throw new Error(`not recorded: ${method} ${asked.path} ${body}`);
  const bytes = Buffer.from(answered.body, 'base64');
  const [parsed] = await parse(bytes, ask, {});
  const reply = {
    ...{ status: answered.status, headers: answered.headers },
    ...{ text: headOf(bytes, ask.head), body: parsed },
  };
  if (ask.expect?.includes(reply.status)) return reply;
  const fault = channel.explain?.(reply, ask) ?? plain(reply, url, now);
  if (fault) throw fault;
  return reply;
}
