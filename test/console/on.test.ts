// Where the console is: open in the sandbox, off in production unless it is set, on a port of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/serve/config.ts';
import { startService } from '../service.ts';
import { createOperator, SIGNED_IN } from './operator.ts';

test('it is on in the sandbox and off in production, unless it is set', () => {
  const { MANIFOLD_CONSOLE: _, MANIFOLD_CONSOLE_URL: __, ...production } = SIGNED_IN;
  assert.equal(readConfig({}).console, 'on');
  assert.equal(readConfig({ MANIFOLD_CONSOLE: 'off' }).console, 'off');
  assert.equal(readConfig(production).console, 'off');
  assert.equal(readConfig(production).consoleUrl, 'https://api.example.com');
  assert.equal(readConfig(SIGNED_IN).console, 'on');
  const onPort = readConfig({ ...production, MANIFOLD_CONSOLE_PORT: '8081' });
  assert.equal(onPort.consoleUrl, 'http://localhost:8081');
});

test('where it is off there is nothing', async () => {
  const service = await startService({ settings: { MANIFOLD_CONSOLE: 'off' } });
  try {
    for (const path of ['/console', '/console/enter', '/console/clients'])
      assert.equal((await fetch(`${service.origin}${path}`)).status, 404);
  } finally {
    await service.close();
  }
});

test('in the sandbox a newcomer is in without signing in', async () => {
  const service = await startService();
  try {
    const newcomer = createOperator(service, 'localhost:8080');
    const page = await newcomer.get('/console/clients');
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /test-client/);
    const count = newcomer.cookies.size;
    await newcomer.get('/console');
    assert.equal(newcomer.cookies.size, count);
    const crossSite = await newcomer.post('/console/clients', { id: 'x' });
    assert.equal(crossSite.statusCode, 403);
  } finally {
    await service.close();
  }
});

test('with a port of its own, the service’s own port has none', async () => {
  const service = await startService({ settings: { MANIFOLD_CONSOLE_PORT: '0' } });
  try {
    assert.equal((await fetch(`${service.origin}/console`)).status, 404);
    const own = service.app.consoleServer;
    assert.ok(own);
    const page = await own.inject({ url: '/console/clients', headers: { host: 'localhost:8080' } });
    assert.equal(page.statusCode, 200);
    const elsewhere = await own.inject({ url: '/api', headers: { host: 'localhost' } });
    assert.equal(elsewhere.headers.location, '/console');
    assert.equal((await own.inject({ url: '/favicon.ico' })).statusCode, 200);
  } finally {
    await service.close();
  }
});
