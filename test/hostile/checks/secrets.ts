// A vendor that repeats all it was sent: none of its secrets may come out anywhere.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { channels } from '../../../src/channels/index.ts';
import type { Client } from '../client.ts';
import { startInstance } from '../instance.ts';
import { type Check, credentialOf, paramsOf, sandboxStores } from './check.ts';

const STATUSES = [400, 401, 403, 404, 422, 429, 500, 200];
/** Shorter texts are no secrets. */
const SHORTEST = 8;

export const secrets: Check = {
  name: 'secrets',
  about: 'A vendor that repeats what it was sent brings out no secret',

  async run({ freshDatabase }) {
    let status = 200;
    let repeated = 0;
    const vendor = createServer(async (request, response) => {
      const body = await request.toArray().then((chunks) => Buffer.concat(chunks).toString());
      const { url, rawHeaders } = request;
      const words = [url, decodeURIComponent(url ?? ''), ...rawHeaders, body];
      repeated++;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(errorOf(words.join(' '))));
    });
    vendor.listen(0, '127.0.0.1');
    await once(vendor, 'listening');
    const address = vendor.address();
    const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;

    const apps = Object.keys(channels).map(
      (name) => [name, `canary-app-secret-of-${name}`] as const,
    );
    const instance = await startInstance({
      mode: 'production',
      routes: { '*': origin },
      clients: ['victim'],
      databaseUrl: await freshDatabase?.(),
      settings: {
        MANIFOLD_LOG_LEVEL: 'debug',
        ...Object.fromEntries(
          apps.flatMap(([name, secret]) => [
            [`MANIFOLD_${name.toUpperCase()}_CLIENT_ID`, `app-of-${name}`],
            [`MANIFOLD_${name.toUpperCase()}_CLIENT_SECRET`, secret],
          ]),
        ),
      },
    });
    try {
      const victim = instance.clients.victim as Client;
      const answers: string[] = [];
      for (status of STATUSES)
        for (const [name, channel] of Object.entries(channels)) {
          const keys = channel.fields.map(({ key }) => key);
          for (const shop of ['demo', 'small']) {
            const params = paramsOf(name, keys, credentialOf(name, shop));
            const kind = channel.orders ? 'orders' : 'products';
            const answer = await victim.read(kind, name, { params }, { prefer: 'wait=2' });
            answers.push(answer.text);
          }
        }
      const listed = await victim.call('/api/ServiceClientApp/Executions?limit=100');
      const places = {
        'an answer': answers.join('\n') + listed.text,
        'the log': instance.output(),
        'the data folder': contentsOf(instance.dataDir),
      };
      const canaries = [
        ...apps.map(([, secret]) => secret),
        ...sandboxStores().flatMap(({ shops }) =>
          shops
            .filter(({ name }) => name === 'demo' || name === 'small')
            .flatMap(({ credential }) => Object.values(credential.secrets)),
        ),
      ].filter((secret) => secret.length >= SHORTEST);
      const found = Object.entries(places).flatMap(([place, text]) =>
        canaries
          .filter((canary) => formsOf(canary).some((form) => text.includes(form)))
          .map(() => place),
      );
      const size = Object.values(places).reduce((sum, text) => sum + text.length, 0);
      return {
        saw: `${canaries.length} secrets looked for in ${answers.length} answers, log and data (${Math.round(size / 1024)} KiB), repeated ${repeated} times: ${found.length} found`,
        harm:
          found.length > 0 ? `a secret stands in ${[...new Set(found)].join(' and ')}` : undefined,
      };
    } finally {
      await instance.close();
      vendor.closeAllConnections();
      vendor.close();
    }
  },
};

/** In every place where one of the vendors has its words. */
const errorOf = (words: string) => ({
  ...{ error: words, error_description: words, message: words, code: words },
  ...{ detail: words, title: words, status: words, violations: [{ reason: words }] },
  errors: [{ message: words, code: words, detail: words, title: words }],
});

/** A secret as it might turn up: plain, in an address, in base64, and what its base64 holds. */
function formsOf(secret: string): string[] {
  const held = Buffer.from(secret, 'base64').toString();
  const pair = /^[\x20-\x7e]{8,}$/.test(held) ? held.split(':') : [];
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ...pair.filter((part) => part.length >= SHORTEST),
  ];
}

const contentsOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
