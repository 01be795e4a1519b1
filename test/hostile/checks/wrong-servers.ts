// Servers that are no vendor at all must not be linked, whatever they answer.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { channels } from '../../../src/channels/index.ts';
import type { ByForm, Way } from '../../../src/channels/way.ts';
import { fieldsOf } from '../../../src/link/form.ts';
import type { Client } from '../client.ts';
import { startInstance } from '../instance.ts';
import { enter, type Visit } from '../visit.ts';
import { type Check, credentialOf, sandboxStores } from './check.ts';

const JSON_TYPE = 'application/json';
const WRONG: readonly (readonly [type: string, body: string])[] = [
  [JSON_TYPE, '{"canary":true}'],
  [JSON_TYPE, '[]'],
  [JSON_TYPE, '"hi"'],
  [JSON_TYPE, 'null'],
  [JSON_TYPE, '{}'],
  [JSON_TYPE, '[{}]'],
  [JSON_TYPE, '42'],
  [JSON_TYPE, '{"data":{},"errors":[]}'],
  [JSON_TYPE, ''],
  ['text/html', '<!doctype html><title>Welcome</title>'],
  ['text/plain', 'ok'],
];
/** What any OAuth server would give: a driver must not stop at that. */
const TOKEN = '{"access_token":"anything","token_type":"bearer","expires_in":3600,"scope":"all"}';

export const wrongServers: Check = {
  name: 'wrong-servers',
  about: 'A server that is no vendor is not linked, whatever it answers',

  async run({ freshDatabase }) {
    let answer: (typeof WRONG)[number] = [JSON_TYPE, ''];
    let asked = 0;
    const server = createServer(async (request, response) => {
      const chunks = await request.toArray();
      const wantsToken = Buffer.concat(chunks).includes('grant_type');
      asked++;
      response.writeHead(200, { 'content-type': wantsToken ? JSON_TYPE : answer[0] });
      response.end(wantsToken ? TOKEN : answer[1]);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
    const instance = await startInstance({
      mode: 'production',
      routes: { '*': origin },
      clients: ['client'],
      databaseUrl: await freshDatabase?.(),
    });
    const linked: string[] = [];
    const unasked: string[] = [];
    let tried = 0;
    try {
      const client = instance.clients.client as Client;
      for (const [name, { ways }] of Object.entries(channels))
        for (const way of ways.filter(isForm)) {
          const before = asked;
          for (answer of WRONG) {
            const visit = await enter(instance.origin, client, `${name}-${way.id}-${tried}`, name);
            tried++;
            if (await links(visit, name, way)) linked.push(`${name} (${answer[1] || 'nothing'})`);
          }
          if (asked === before) unasked.push(`${name} ${way.id}`);
        }
      const harm =
        linked.length > 0
          ? `${linked.length} were linked: ${linked.slice(0, 6).join(', ')}`
          : unasked.length > 0
            ? `never asked, so nothing is proven: ${unasked.join(', ')}`
            : undefined;
      return { saw: `${tried} tries on ${Object.keys(channels).length} channels`, harm };
    } finally {
      await instance.close();
      server.closeAllConnections();
      server.close();
    }
  },
};

const isForm = (way: Way): way is ByForm => way.kind === 'form';

const inputsOf = (name: string, way: ByForm) => {
  const channel = channels[name];
  return channel ? fieldsOf(way, channel) : [];
};

/** Fills in the form with what looks right; true when the server was linked. */
async function links({ home, cookie, form }: Visit, channel: string, way: ByForm) {
  const known = credentialFor(channel, way);
  const typed = inputsOf(channel, way).map(({ key, example, choices }): [string, string] => {
    const value = known[key] ?? choices?.[0] ?? example.replace('…', REST);
    return [key, Array.isArray(value) ? value.join(',') : String(value)];
  });
  const answer = await fetch(`${home}/channels/${channel}/${way.id}`, {
    method: 'POST',
    body: new URLSearchParams([['_form', form], ...typed]),
    headers: { cookie },
    redirect: 'manual',
  });
  return /linked=/.test(answer.headers.get('location') ?? '');
}

/** Of the first shop that has all a way asks for; what none has is typed as the form's example. */
function credentialFor(channel: string, way: ByForm): Readonly<Record<string, unknown>> {
  const all = sandboxStores()
    .filter((store) => store.channel === channel)
    .flatMap(({ shops }) => shops.map(({ name }) => credentialOf(channel, name)));
  return all.find((one) => inputsOf(channel, way).every(({ key }) => key in one)) ?? all[0] ?? {};
}

/** Examples in forms are cut short. */
const REST = '0123456789abcdef0123456789abcdef01234567';
