// Behind proxies: visitors are distinguished, no one chooses who they are, and links stay as they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Service, startService } from '../service.ts';

const TOKEN = '/connect/token';
/** Of one address, whatever client they name; then it has to wait. */
const FREE_TRIES = 20;
/** Of one visitor on the link pages. */
const FREE_LINKS = 5;

type Forwarded = string | readonly string[];
const headersOf = (forwarded: Forwarded | undefined, more: Record<string, string> = {}) =>
  new Headers([
    ...[forwarded ?? []].flat().map((value): [string, string] => ['x-forwarded-for', value]),
    ...Object.entries(more),
  ]);

let guesses = 0;
async function guessSecret({ origin }: Service, forwarded?: Forwarded): Promise<number> {
  guesses += 1;
  const { status } = await fetch(origin + TOKEN, {
    method: 'POST',
    headers: headersOf(forwarded),
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: `unknown-${guesses}`,
      client_secret: 'wrong',
    }),
  });
  return status;
}

async function guessLink({ origin }: Service, forwarded?: Forwarded): Promise<number> {
  guesses += 1;
  const answer = await fetch(`${origin}/link?token=wrong-${guesses}`, {
    headers: headersOf(forwarded),
  });
  return answer.status;
}

const DOORS = [
  { name: 'the token endpoint', guess: guessSecret, free: FREE_TRIES, wrong: 401 },
  { name: 'the link pages', guess: guessLink, free: FREE_LINKS, wrong: 404 },
];

/** Guesses until the answer is to wait, after the free tries; soon after, on a slow machine. */
async function isSlowed(guess: () => Promise<number>, wrong: number, free: number, what: string) {
  for (let count = 0; count < free + 6; count++) {
    const status = await guess();
    if (status === 429) return assert.ok(count >= free, `${what}: after ${count} tries`);
    assert.equal(status, wrong, what);
  }
  return assert.fail(`${what} is never slowed down`);
}

async function withService(trusted: string, run: (service: Service) => Promise<void>) {
  const service = await startService({
    settings: trusted ? { MANIFOLD_TRUST_PROXY: trusted } : {},
  });
  try {
    await run(service);
  } finally {
    await service.close();
  }
}

test('behind a trusted proxy each visitor is throttled alone, and cannot forge a way out', () =>
  withService('loopback', async (service) => {
    for (const { name, guess, free, wrong } of DOORS) {
      // As the proxy passes it on: what the visitor wrote, then whom the proxy saw.
      const forged = () => guess(service, [`198.51.100.${guesses % 250}`, '192.0.2.1']);
      await isSlowed(forged, wrong, free, name);
      const ports = () => guess(service, `203.0.113.5:${40_000 + guesses}`);
      await isSlowed(ports, wrong, free, `${name}, with ports`);
      const hosts = () => guess(service, `2001:db8:1:2::${guesses.toString(16)}`);
      await isSlowed(hosts, wrong, FREE_TRIES, `${name}, one network of IPv6`);
      assert.equal(await guess(service, '192.0.2.2'), wrong, `${name}: another visitor`);
      assert.equal(await guess(service), wrong, `${name}: the proxy itself`);
    }
  }));

test('no one else is believed', async () => {
  for (const trusted of ['', '10.0.0.0/8'])
    await withService(trusted, async (service) => {
      for (const { name, guess, free, wrong } of DOORS) {
        const forged = () => guess(service, `198.51.100.${guesses % 250}`);
        await isSlowed(forged, wrong, free, name);
      }
    });
});

test('a chain of two is followed to the visitor, by ranges and by number', async () => {
  for (const trusted of ['loopback,10.0.0.0/8', '2'])
    await withService(trusted, async (service) => {
      const chained = (visitor: string) => () =>
        guessLink(service, `198.51.100.${guesses % 250}, ${visitor}, 10.0.0.7`);
      await isSlowed(chained('192.0.2.1'), 404, FREE_LINKS, trusted);
      await isSlowed(chained('192.0.2.2'), 404, FREE_LINKS, trusted);
    });
});

test('what a proxy says of host and protocol changes no link and no page', () =>
  withService('loopback', async (service) => {
    const more = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-port': '1',
      'x-forwarded-prefix': '/evil',
      forwarded: 'for=192.0.2.1;host=evil.example;proto=gopher',
    };
    for (const path of [
      '/api/ServiceClientApp/GetTpUserAuthDisposableToken?tpUserId=demo',
      '/.well-known/oauth-authorization-server',
      '/openapi.json',
      '/link?token=wrong',
      '/no/such/thing',
    ]) {
      const answer = await fetch(service.origin + path, {
        headers: headersOf('192.0.2.1', { ...more, authorization: `Bearer ${service.token}` }),
        redirect: 'manual',
      });
      const text = JSON.stringify([...answer.headers]) + (await answer.text());
      assert.doesNotMatch(text, /evil|gopher/, path);
    }
  }));
