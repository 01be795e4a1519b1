// One instance of the service over given vendors; run by itself, a process that can be killed.
import { flushCompileCache } from 'node:module';
import { Writable } from 'node:stream';
import type { Channel } from '../../src/channels/channel.ts';
import { parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import type { Route } from '../../src/net/route.ts';
import { createApp } from '../../src/serve/app.ts';
import { readConfig } from '../../src/serve/config.ts';
import { createLog } from '../../src/serve/log.ts';

export interface InstanceOptions {
  /** Part of what the vendors see as its agent. */
  readonly name: string;
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** The only channel that is loaded: a start costs half. */
  readonly channel: string;
  readonly routes: readonly Route[];
  readonly apps: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly keys: string;
}

export async function openInstance(options: InstanceOptions, now: () => number) {
  const { name, channel, dataDir, databaseUrl, routes, apps, keys } = options;
  const loaded = await import(`../../src/channels/${channel}/index.ts`);
  const isDriver = (one: object): one is Channel => 'hosts' in one && 'fields' in one;
  const driver = Object.values<object>(loaded).find(isDriver);
  if (!driver) throw new Error(`there is no channel ${channel}`);
  const said: string[] = [];
  const config = readConfig({
    ...{ MANIFOLD_DATA_DIR: dataDir, MANIFOLD_BASE_URL: `http://${name}.localhost:8080` },
    ...{ MANIFOLD_CLIENT_RATE: '100000', MANIFOLD_CLIENT_BURST: '100000' },
    ...(databaseUrl && { MANIFOLD_DATABASE_URL: databaseUrl }),
  });
  const app = await createApp({
    ...{ config: { ...config, apps }, channels: { [channel]: driver }, routes, now },
    seal: createSeal(parseKeys(keys)),
    log: createLog('warn', {
      secretKeys: [],
      destination: new Writable({
        write(chunk, _, done) {
          said.push(String(chunk));
          done();
        },
      }),
    }),
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { app, origin: `http://127.0.0.1:${port}`, said: () => said.join('') };
}

async function serve(): Promise<void> {
  const { ahead, ...options } = JSON.parse(process.argv[2] ?? '{}');
  process.once('disconnect', () => process.exit());
  const { origin } = await openInstance(options, () => Date.now() + ahead);
  // It never ends in order: what it compiled is kept now, for the next one.
  flushCompileCache();
  process.send?.(origin);
}

if (import.meta.main) void serve();
