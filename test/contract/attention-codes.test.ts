// Why an account needs attention is one closed list: what a channel's own reading of refusals yields is
// declared, what is declared can come, and the user can be addressed about it in four languages.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { attentionBy, isVendorsWord } from '../../src/accounts/connect.ts';
import type { Channel } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { LANGUAGES } from '../../src/channels/words.ts';
import { attentionIn } from '../../src/link/diagnosis.ts';
import { ATTENTION_CODES, UNSAID } from '../../src/model/attention.ts';
import type { Ask, Reply } from '../../src/model/exchange.ts';
import { Fault } from '../../src/model/faults.ts';
import { isFull } from '../all.ts';

const STATUSES = [200, 301, 400, 401, 403, 404, 406, 410, 422, 423, 429, 500, 503];
/** Given with every channel, not by a refusal of one. */
const GENERAL = [UNSAID, 'keys_missing'];

const sourcesOf = (name: string): string => {
  const folder = new URL(`../../src/channels/${name}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => /^(?:explain|auth|asks|connect|marketplaces|native)\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
};

/** What a vendor may say: every short text in the channel's source, and what its expressions look for. */
function wordsOf(source: string): readonly string[] {
  const texts = [...source.matchAll(/'([\w.:]{3,40})'/g)].map(([, text = '']) => text);
  const sought = [...source.matchAll(/\/((?:[^/\n\\]|\\.){3,80})\/[a-z]*(?:\.|,|\])/g)].flatMap(
    ([, expression = '']) =>
      expression
        .replaceAll(/\{\d+(?:,\d*)?\}/g, '')
        .split(/[|()]/)
        .map((part) => part.replaceAll(/\\[bws]|[\^$?+*.\\]/g, ' ').trim()),
  );
  const parts = sought.filter((part) => part.length > 2);
  return [...new Set(['', ...texts, ...parts])];
}

/** The forms in which vendors write an error. */
const bodiesOf = (text: string): readonly unknown[] => [
  { message: text },
  { error: text, error_description: text },
  { errors: [{ code: text, message: text, details: text, title: text }] },
  { errors: text },
  { error: { code: 401, message: text } },
  { title: text, detail: text, code: text },
  { code: 'woocommerce_rest_authentication_error', message: text },
  { code: text, message: text },
];

/** Hosts and paths in the channel's source, and those of an account with its examples. */
function asksOf(channel: Channel, source: string): readonly Ask[] {
  const hosts = new Set(
    [...source.matchAll(/'((?:[\w-]+\.)+(?:com|net))'/g)].map(([, host]) => host),
  );
  for (const way of channel.ways) {
    const given = Object.fromEntries(
      channel.fields.map(({ key, example }) => [key, example.replace('…', '0')]),
    );
    try {
      for (const host of channel.hosts(channel.accept(given).account)) hosts.add(host);
    } catch (error) {
      // Not every way takes all the fields.
      assert.ok(error instanceof Fault, way.id);
    }
  }
  hosts.add('shop.example');
  const paths = ['/', '/rest/V1/products', '/rest/all/V1/products', '/admin/oauth/access_token'];
  paths.push('/v1/auth/token', '/nl/orders.json', '/stores/x/v3/catalog/products');
  const operations = ['', 'oauth', 'token'];
  return [...hosts].flatMap((host) =>
    paths.flatMap((path) =>
      operations.map((operation) => ({ url: `https://${host}${path}`, operation })),
    ),
  );
}

/**
 * Each answer comes to one of the dozens of requests in so many, the next answer to others: what was said
 * and what was asked for are read side by side, seldom together.
 */
function refusalsBy(name: string, channel: Channel): ReadonlySet<string> {
  const found = new Set<string>();
  const source = sourcesOf(name);
  const asks = asksOf(channel, source);
  const each = Math.min(isFull(name) ? 5 : 23, asks.length);
  for (const [at, reply] of repliesOf(wordsOf(source)).entries())
    for (let to = at % each; to < asks.length; to += each) {
      const fault = channel.explain?.(reply, asks[to] ?? assert.fail());
      if (isVendorsWord(fault) && fault.reason !== undefined) found.add(fault.reason);
    }
  return found;
}

const HEADERS = [{}, { location: 'https://elsewhere.myshopify.com/' }];

const repliesOf = (words: readonly string[]): readonly Reply[] =>
  STATUSES.flatMap((status) =>
    (status < 400 || status > 404 ? [''] : words).flatMap((text) =>
      bodiesOf(text).flatMap((body) =>
        (status < 400 ? HEADERS : HEADERS.slice(0, 1)).map(
          (headers) => ({ status, headers, body, text: text || '{}' }) as Reply,
        ),
      ),
    ),
  );

describe('codes for which a channel needs attention', () => {
  for (const [name, channel] of Object.entries(channels))
    it(`${name}: what its reading of refusals yields is declared, and what is declared can come`, () => {
      const { refusals } = channel;
      const seen = refusalsBy(name, channel);
      assert.ok(seen.size > 0, 'nothing was refused');
      // Of a consent that was not finished, no account is linked yet.
      const whileLinking = ['install_refused'];
      for (const reason of seen)
        if (!whileLinking.includes(reason))
          assert.ok((refusals as readonly string[]).includes(reason), `${reason} is not declared`);
      const auth = readFileSync(
        new URL(`../../src/channels/${name}/auth.ts`, import.meta.url),
        'utf8',
      );
      for (const code of isFull(name) ? refusals : [])
        assert.ok(seen.has(code) || auth.includes(`'${code}'`), `${code} cannot come`);
      assert.deepEqual([...refusals].sort(), [...new Set(refusals)], 'in order, each once');
    });

  it('the list holds what the channels declare and what is general, nothing else', () => {
    const declared = Object.values(channels).flatMap(({ refusals }) => refusals);
    assert.deepEqual([...new Set([...declared, ...GENERAL])].sort(), ATTENTION_CODES.toSorted());
  });

  it('a reason that no channel declared is the general one', () => {
    for (const channel of Object.values(channels)) {
      const codeOf = (reason?: string) =>
        attentionBy(new Fault('credential_refused', 'No.', { status: 401, reason }), channel).code;
      for (const code of channel.refusals) assert.equal(codeOf(code), code);
      for (const reason of ['made_up', 'firewall', undefined]) assert.equal(codeOf(reason), UNSAID);
    }
  });

  it('each has words in four languages, of the channel itself where it is the channel’s own', () => {
    for (const channel of Object.values(channels))
      for (const code of [...channel.refusals, ...(GENERAL as typeof channel.refusals)]) {
        const said = LANGUAGES.map((language) => attentionIn(code, channel, language));
        assert.equal(new Set(said).size, LANGUAGES.length, `${channel.title} ${code}`);
        const [text] = said;
        if (channel.refusals.includes(code)) assert.equal(text, channel.words.en.reasons[code]);
        else assert.match(text ?? '', /Link it again/);
      }
  });
});
