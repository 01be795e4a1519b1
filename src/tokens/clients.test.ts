// Tests of what a client may look like.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Client, Store } from '../store/index.ts';
import { ClientError, createClients, type NewClient } from './clients.ts';
import type { Verifier } from './verify.ts';

const store = {
  clients: { create: async (client: Client) => ({ ...client, createdAt: 1 }) },
} as unknown as Pick<Store, 'clients' | 'tokens'>;
const clients = createClients(store, () => 1, {} as Verifier);

async function made(wanted: NewClient): Promise<Omit<Client, 'secrets'>> {
  const { secrets, ...client } = (await clients.create(wanted)).client;
  assert.equal(secrets.length, 1);
  return client;
}

describe('a new client', () => {
  it('has its id as name, all scopes and any redirect unless set otherwise', async () => {
    assert.deepEqual(await made({ id: 'a' }), {
      id: 'a',
      name: 'a',
      scopes: ['orders', 'products', 'links'],
      redirectOrigins: [],
      tokenSeconds: null,
      logoUrl: null,
      branding: {},
      createdAt: 1,
    });
  });

  it('has its origins in one spelling, its scopes in one order, its name without outer spaces', async () => {
    const client = await made({
      id: 'a.b_c-1',
      name: ' Käse & Co ',
      scopes: ['links', 'orders', 'links'],
      redirectOrigins: ['https://App.Example/', 'https://app.example:443', 'http://localhost:3000'],
      tokenSeconds: 60,
      logoUrl: 'https://app.example/logo.svg',
    });
    assert.deepEqual(client, {
      id: 'a.b_c-1',
      name: 'Käse & Co',
      scopes: ['orders', 'links'],
      redirectOrigins: ['https://app.example', 'http://localhost:3000'],
      tokenSeconds: 60,
      logoUrl: 'https://app.example/logo.svg',
      branding: {},
      createdAt: 1,
    });
  });

  it('has branding in one spelling', async () => {
    const { branding } = await made({
      id: 'a',
      accent: '#F80',
      privacyUrl: ' https://App.Example/privacy ',
      termsUrl: '',
      supportUrl: 'mailto:help@app.example',
    });
    assert.deepEqual(branding, {
      accent: '#ff8800',
      privacyUrl: 'https://app.example/privacy',
      supportUrl: 'mailto:help@app.example',
    });
  });

  it('keeps its secret only as a hash', async () => {
    const { client, secret } = await clients.create({ id: 'a' });
    assert.match(secret, /^mfs_/);
    assert.doesNotMatch(JSON.stringify(client), /mfs_/);
  });

  const bad: readonly (readonly [NewClient, RegExp])[] = [
    [{ id: '' }, /A client id is 1 to 64/],
    [{ id: '-a' }, /A client id is 1 to 64/],
    [{ id: 'a b' }, /A client id is 1 to 64/],
    [{ id: 'a:b' }, /A client id is 1 to 64/],
    [{ id: 'é' }, /A client id is 1 to 64/],
    [{ id: 'a\n' }, /A client id is 1 to 64/],
    [{ id: 'a'.repeat(65) }, /A client id is 1 to 64/],
    [{ id: 'a', name: ' ' }, /A client name has 1 to 200/],
    [{ id: 'a', name: 'a\0' }, /A client name has 1 to 200/],
    [{ id: 'a', name: '\ud800' }, /A client name has 1 to 200/],
    [{ id: 'a', name: 'x'.repeat(201) }, /A client name has 1 to 200/],
    [{ id: 'a', secret: '' }, /must not be empty/],
    [{ id: 'a', scopes: [] }, /A client needs a scope: use any of orders, products, links/],
    [{ id: 'a', scopes: ['order'] }, /There is no scope "order": use any of orders/],
    [{ id: 'a', tokenSeconds: 59 }, /at least 60 seconds/],
    [{ id: 'a', tokenSeconds: 1e10 }, /at most 10 years/],
    [{ id: 'a', tokenSeconds: Number.NaN }, /at least 60 seconds/],
    [{ id: 'a', tokenSeconds: 60.5 }, /at least 60 seconds/],
    [{ id: 'a', logoUrl: 'javascript:alert(1)' }, /The logo is an https address/],
    [{ id: 'a', accent: 'blue' }, /"blue" is not a colour: write six hexadecimal digits/],
    [{ id: 'a', accent: '#12345' }, /is not a colour/],
    [{ id: 'a', accent: 'red;}body{display:none' }, /is not a colour/],
    [{ id: 'a', privacyUrl: 'http://a.example/privacy' }, /is not an https address/],
    [{ id: 'a', termsUrl: 'javascript:alert(1)' }, /is not an https address/],
    [{ id: 'a', termsUrl: 'https://user:word@a.example' }, /is not an https address/],
    [{ id: 'a', supportUrl: 'help@a.example' }, /neither an https address nor one with mailto:/],
    [{ id: 'a', supportUrl: 'mailto:a@b?body=x' }, /neither an https address nor/],
    [{ id: 'a', redirectOrigins: ['https://a.example/path'] }, /is not an origin/],
    [{ id: 'a', redirectOrigins: ['https://u@a.example'] }, /is not an origin/],
    [{ id: 'a', redirectOrigins: ['http://a.example'] }, /is not an origin/],
    [{ id: 'a', redirectOrigins: ['a.example'] }, /is not an origin/],
  ];
  for (const [wanted, message] of bad) {
    it(`is refused as ${JSON.stringify(wanted).slice(0, 80)}`, async () => {
      await assert.rejects(clients.create(wanted), (error) => {
        assert.ok(error instanceof ClientError);
        assert.equal(error.code, 'invalid');
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
