// A shop that repeats its secrets in its records, in every form and every place: none leaves by any door.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { channels } from '../../src/channels/index.ts';
import { isDeep } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';
import { everything } from './expected.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** As programs write a secret into texts. */
function formsOf(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  return [
    secret,
    percent,
    percent.replace(/%../g, (one) => one.toLowerCase()),
    [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join(''),
    new URLSearchParams({ a: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    escaped(secret),
    base64(secret),
    Buffer.from(secret).toString('base64url'),
    base64(`key:${secret}`),
    base64(`some-id:${secret}`),
    base64(`id-of-the-app:${secret}`),
  ];
}

/** What must not be found: in Base64, whatever is the same wherever the secret begins. */
function tracesOf(secret: string): string[] {
  const packed = [0, 1, 2].map((before) => base64(`${' '.repeat(before)}${secret}`).slice(4, -4));
  return [...formsOf(secret).slice(0, 10), ...packed];
}

/** The secrets the shop knows: those of the credential, and what the calls to it carry. */
let secrets = new Set<string>();
let isRepeating: (text: string) => boolean = () => false;

const SENT = ['x-amz-access-token', 'x-shopify-access-token', 'x-auth-token', 'authorization'];
function learn({ headers }: IncomingMessage) {
  for (const name of SENT) {
    const sent = String(headers[name] ?? '').replace(/^bearer /i, '');
    // A pair in Base64 is a form of what the credential holds; a signature opens nothing.
    if (sent.length >= 8 && !/^(basic|oauth) /i.test(sent)) secrets.add(sent);
  }
}

const isAddress = (text: string) => /^https?:\/\//.test(text);
/** Texts that people wrote, and addresses: anything else, changed, is refused as unreadable. */
const isFree = (text: string) => isAddress(text) || /\w[ @]\w/.test(text);

const MARK = 'put-the-secret-here';
function marked(value: unknown): unknown {
  if (typeof value === 'string') {
    if (!isRepeating(value)) return value;
    return isAddress(value)
      ? `${value}${value.includes('?') ? '&' : '?'}${MARK}=${MARK}`
      : `${value} ${MARK}`;
  }
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, marked(member)]);
  return Object.fromEntries([...members, ['more', MARK], [MARK, 'x']]);
}

/** Neighbours among the forms that one place has. */
const TOGETHER = 5;
let places = 0;
/** The forms for the next place: some of them by turns, with every product all of them in each. */
function dealt(forms: readonly string[]): readonly string[] {
  if (isDeep) return forms;
  places += TOGETHER - 1;
  return forms.map((_, at) => forms[(at + places) % forms.length] ?? '').slice(0, TOGETHER);
}

/** The answer with forms of the secrets in each marked place, escaped by the vendor or not. */
function repeating(text: string): string {
  const read: unknown = JSON.parse(text);
  if (/"(access_)?token"/.test(text)) return text;
  const plain = [...secrets].flatMap(formsOf).map((form) => JSON.stringify(form).slice(1, -1));
  const forms = [...plain, ...[...secrets].map(escaped)];
  return JSON.stringify(marked(read)).replaceAll(MARK, () => dealt(forms).join(' '));
}

const shop = createServer(async (incoming, response) => {
  learn(incoming);
  const sent = Buffer.concat(await incoming.toArray());
  const answer = await request(`${service.sandbox.origin}${incoming.url}`, {
    method: incoming.method as 'GET',
    headers: { ...incoming.headers, 'accept-encoding': 'identity' },
    ...(sent.length > 0 && { body: sent }),
  });
  const text = await answer.body.text();
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...rest } = answer.headers;
  const isJson = text.startsWith('{') || text.startsWith('[');
  const body = isJson && answer.statusCode < 400 ? repeating(text) : text;
  const [secret = ''] = secrets;
  response.writeHead(answer.statusCode, { ...rest, 'x-repeated': secret }).end(body);
});

const events: string[] = [];
const receiver = createServer(async (incoming, response) => {
  events.push(Buffer.concat(await incoming.toArray()).toString());
  response.end();
});

let service: Service;
const originOf = (server: typeof shop) => {
  const address = server.address();
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
};
before(async () => {
  for (const server of [shop, receiver]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  service = await startService({ between: originOf(shop) });
});
after(async () => {
  await service.close();
  for (const server of [shop, receiver]) {
    server.closeAllConnections();
    server.close();
  }
});

async function listed(path: string): Promise<string> {
  const { body } = await service.app.server.inject({
    url: `/api/ServiceClientApp/${path}`,
    headers: { authorization: `Bearer ${service.token}` },
  });
  return body;
}

/** Reads two pages, then one later, in the background; all that came back. */
async function read(name: string, kind: 'orders' | 'products'): Promise<readonly string[]> {
  const base = kind === 'orders' ? everything(service, name) : {};
  const lists = Object.keys(channels[name]?.[kind]?.includes ?? {});
  const body = { ...base, limit: 2, include: [...lists, 'raw'].join(',') };
  const query = {
    completionCallbackUrl: `${originOf(receiver).replace('127.0.0.1', 'localhost')}/`,
  };
  const asking = { query, headers: { prefer: 'handling=lenient' } };
  const first = await service[kind](name, body, asking);
  const { next_page_token: next } = first.body.Output ?? {};
  const second = next && (await service[kind](name, { ...body, next_page_token: next }, asking));
  const later = await service[kind](name, body, {
    ...asking,
    headers: { prefer: 'respond-async, handling=lenient' },
  });
  const { execution_id: id } = later.body as unknown as { execution_id: string };
  const result = await until(
    () => listed(`Executions/${id}`),
    'the end of the execution',
    (text) => JSON.parse(text).status !== 'running',
  );
  return [first.text, ...(second ? [second.text] : []), result];
}

for (const [name, channel] of Object.entries(channels))
  describe(name, () => {
    for (const kind of ['orders', 'products'] as const) {
      if (!channel[kind]) continue;
      for (const [what, chosen] of [
        ['texts and addresses', isFree],
        ['every text', () => true],
      ] as const)
        test(`${kind}, in ${what}`, async () => {
          isRepeating = chosen;
          await service.link(name, 'demo');
          const { store } = service.app;
          const user = await store.users.find(service.id, 'demo');
          const linked = await store.credentials.find({ userId: user?.id ?? '', channel: name });
          secrets = new Set(Object.values(linked?.secrets ?? {}));
          const answers = await read(name, kind);
          if (chosen === isFree)
            for (const text of answers) {
              const { Output } = JSON.parse(text).response ?? JSON.parse(text);
              assert.equal(Output.isSuccess, true, text.slice(0, 500));
              for (const { raw, ...record } of Output.result) {
                assert.match(JSON.stringify(record), /\*\*\*/, 'struck out in the record');
                assert.match(JSON.stringify(raw), /\*\*\*/, 'struck out in raw');
              }
            }
          const stored = readdirSync(service.dataDir)
            .map((file) => readFileSync(join(service.dataDir, file), 'latin1'))
            .join('\n');
          const doors = {
            'an answer': answers.join('\n'),
            'the log': service.logged(),
            'an event': events.join('\n'),
            'the list of executions': await listed('Executions'),
            'the list of deliveries': await listed('Deliveries'),
            'the user': await listed('Users/demo'),
            'the database': stored,
          };
          assert.ok(secrets.size > 0);
          for (const secret of secrets)
            for (const trace of tracesOf(secret))
              for (const [door, text] of Object.entries(doors))
                assert.ok(!text.includes(trace), `${trace.slice(0, 12)}… is in ${door}`);
        });
    }
  });
