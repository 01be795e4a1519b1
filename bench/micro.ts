// Where the time goes: processor time of the single steps of a call, each on its own.

import { createJournal } from '../src/accounts/journal.ts';
import { writeEnvelope } from '../src/http/answer.ts';
import { parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import { readJsonInTurns } from '../src/model/json.ts';
import { round, sum, times } from '../src/model/money.ts';
import { openStore } from '../src/store/index.ts';
import { hashSecret, newAccessToken } from '../src/tokens/secret.ts';
import { createVerifier } from '../src/tokens/verify.ts';
import { openCursor, sealCursor } from '../src/unified/page-token.ts';
import { transformer } from '../src/unified/transform.ts';
import { type Figure, figureOf, rows, written } from './harness.ts';
import { nativesOf } from './natives.ts';
import type { Recorded, Scratch } from './pages.ts';

export interface Micro {
  readonly what: string;
  /** Microseconds of processor time for one. */
  readonly processor: Figure;
}

export interface MicroOptions {
  readonly repeats: number;
  /** About how long one repeat takes. */
  readonly milliseconds: number;
}

type Step = () => unknown;

const HOUR = 3_600_000;
/** Of these, reading and writing are shown. */
const READ = ['shopify', 'woocommerce'];

/**
 * Of each channel and kind the last page counts that was recorded with its credential in the request.
 * The place is one of its own: no one else may have its store open.
 */
export async function measureMicro(
  pages: readonly Recorded[],
  place: Scratch,
  options: MicroOptions,
): Promise<Micro[]> {
  const measured: Micro[] = [];
  const step = async (what: string, one: Step, each = 1) => {
    measured.push({ what, processor: await timed(one, each, options) });
  };
  await tokens(place, step);
  await sealing(place, step);
  await money(step);
  const given = pages.filter(({ credentials }) => credentials === 'params');
  await json(given, step);
  const last = new Map(given.map((page) => [`${page.channel} ${page.operation}`, page]));
  const facts = new Map<string, Map<string, unknown>>();
  for (const page of last.values()) {
    const own = facts.get(page.channel) ?? new Map();
    facts.set(page.channel, own);
    await transforms(page, pages, own, step);
  }
  return measured;
}

type Take = (what: string, one: Step, each?: number) => Promise<void>;

async function tokens(place: Scratch, step: Take): Promise<void> {
  const seal = createSeal(parseKeys(place.keys));
  const { dataDir, databaseUrl } = place;
  const store = await openStore({ dataDir, databaseUrl, role: 'service', seal });
  try {
    const [clientId, token] = ['micro', newAccessToken()];
    await store.clients.create({
      ...{ id: clientId, name: 'Micro', secrets: [], scopes: ['orders'], redirectOrigins: [] },
      ...{ tokenSeconds: null, logoUrl: null, branding: {} },
    });
    const now = store.now();
    await store.tokens.add({
      ...{ hash: hashSecret(token), clientId, secretId: 'micro', scopes: ['orders'] },
      ...{ createdAt: now, expiresAt: now + 24 * HOUR },
    });
    const verifier = createVerifier(store, () => store.now(), { saw() {} });
    const check = async () => {
      if (!(await verifier.verify(token))) throw new Error('the token was refused');
    };
    await step('token check, from memory', check);
    await step('token check, from the store', () => {
      verifier.forgetToken(hashSecret(token));
      return check();
    });
  } finally {
    await store.close();
  }
}

async function sealing({ keys }: Scratch, step: Take): Promise<void> {
  const seal = createSeal(parseKeys(keys));
  const owner = { client: 'bench', user: 'user-0', channel: 'woocommerce', operation: 'orders' };
  const cursor = {
    ...{ filters: { status: 'open' }, limit: 100, version: 'wc/v3', account: 'a'.repeat(43) },
    page: { at: 1_000_000, last: 28_844 },
    asked: ['status'],
    trail: Array.from({ length: 20 }, (_, n) => `p${String(n).padStart(9, '0')}`),
  };
  const now = Date.now();
  const token = sealCursor(seal, cursor, owner, now);
  await step('page token sealed', () => sealCursor(seal, cursor, owner, now));
  await step('page token opened', () => openCursor(seal, token, owner, now));
  const secrets = JSON.stringify({ key: 'k'.repeat(43), secret: 's'.repeat(43) });
  const sealed = seal.seal(secrets, 'row');
  await step('credential sealed', () => seal.seal(secrets, 'row'));
  await step('credential opened', () => seal.open(sealed, 'row'));
}

async function money(step: Take): Promise<void> {
  const ten = Array.from({ length: 10 }, (_, n) => `${n * 37}.${10 + n}`);
  await step('money: sum of ten', () => sum(ten));
  await step('money: times', () => times('49.95', '3'));
  await step('money: round', () => round('49.954321', 2));
}

async function json(pages: readonly Recorded[], step: Take): Promise<void> {
  const read = pages.filter(
    ({ channel, operation }) => READ.includes(channel) && operation === 'orders',
  );
  for (const { name, exchanges, answer } of read) {
    const bytes = exchanges
      .map(({ answered }) => Buffer.from(answered.body, 'base64'))
      .toSorted((a, b) => b.length - a.length)
      .at(0);
    if (!bytes) throw new Error(`${name} has no answers`);
    const size = `${Math.round(bytes.length / 1000)} KB`;
    await step(`read, ${name} (${size})`, () => readJsonInTurns(bytes));
    await step(`read, ${name}, exact numbers`, () => readJsonInTurns(bytes, { exact: true }));
    await step(`read, ${name}, by the platform`, () => JSON.parse(bytes.toString()));
    await step(`write, ${name}`, () => writeEnvelope(answer));
    await step(`write, ${name}, by the platform`, () => Buffer.from(JSON.stringify(answer)));
  }
}

async function transforms(
  page: Recorded,
  pages: readonly Recorded[],
  facts: Map<string, unknown>,
  step: Take,
): Promise<void> {
  const same = pages.filter(({ channel }) => channel === page.channel);
  const known = [...same.flatMap(({ first }) => first), ...page.exchanges];
  const { task, account, items } = await nativesOf(page, known, facts);
  if (items.length !== page.answer.Output.result.length)
    throw new Error(`${page.name}: ${items.length} records were read`);
  const one = transformer(task, account, Date.now(), createJournal('bench'), (fault) => {
    throw fault;
  });
  const all = () => {
    for (const item of items) one(item);
  };
  await step(`transform, ${page.channel} ${page.operation}, each`, all, items.length);
}

/** Processor time of one, in microseconds: this process does nothing else meanwhile. */
async function timed(one: Step, each: number, options: MicroOptions): Promise<Figure> {
  const { repeats, milliseconds } = options;
  const run = async () => {
    const [before, began] = [process.cpuUsage(), performance.now()];
    let done = 0;
    while (performance.now() - began < milliseconds) {
      // The clock costs as much as the smallest of these steps.
      for (let n = 0; n < 10; n++) await one();
      done += 10;
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / done / each;
  };
  await run();
  const values: number[] = [];
  for (let n = 0; n < repeats; n++) values.push(await run());
  return figureOf(values);
}

export const microRows = (lines: readonly Micro[]): string =>
  rows(
    ['step', 'µs of processor each'],
    lines.map(({ what, processor }) => [what, written(processor, 2)]),
  );
