// One attack from beginning to end, on a scratch instance of its own, with the victim measured beside it.
import { setTimeout as pause } from 'node:timers/promises';
import { startNameServer } from '../name-server.ts';
import type { Client } from './client.ts';
import { type Instance, startInstance } from './instance.ts';
import { type Beside, harmTo, measure } from './measure.ts';
import { type Attack, readsOrders, type Scene } from './scene.ts';
import { type HostileShops, openShops } from './shops.ts';

export interface RunOptions {
  /** How long each attack goes on, in milliseconds. */
  readonly lasts: number;
  /** A new, empty database for one instance; absent: the embedded store. */
  readonly freshDatabase?: (() => Promise<string>) | undefined;
}

export interface Row {
  readonly title: string;
  /** Absent where the process did not live to be measured, or nothing was to be measured. */
  readonly beside?: Beside | undefined;
  readonly peak: number | undefined;
  readonly saw: string;
  /** Undefined when the victim was unharmed. */
  readonly harm: string | undefined;
}

const EVERY = 100;
const WARM_UP = 1000;
/** What was under way when the attackers went away is put aside meanwhile. */
const AFTERWARDS = 1000;
export const ATTACKERS = ['attacker-1', 'attacker-2', 'attacker-3', 'attacker-4', 'attacker-5'];

export async function run(attack: Attack, options: RunOptions): Promise<Row> {
  const { title } = attack;
  const every = attack.every ?? EVERY;
  const { lasts, freshDatabase } = options;
  const shops = await openShops(attack.shops);
  const nameServer = attack.zone && (await startNameServer(attack.zone));
  const instance = await startInstance({
    ...attack.instance,
    routes: shops.routes,
    clients: ATTACKERS,
    databaseUrl: await freshDatabase?.(),
    ...(nameServer && { nameServer: nameServer.address }),
  });
  try {
    const scene = sceneOf(instance, shops, lasts);
    const call = (await attack.victim?.(scene)) ?? readsOrders(scene.victim);
    await measure(call, WARM_UP, every);
    const before = await measure(call, lasts / 2, every);
    const attacking = await attack.begin(scene);
    const over = Promise.all([pause(lasts), attacking.done]);
    const during = await measure(call, over, every);
    const found = await attacking.end();
    await pause(AFTERWARDS);
    const beside = { before, during, after: await measure(call, lasts / 2, every) };
    const death = instance.death();
    const harm = death ? `the process ${death}` : (found.harm ?? harmTo(beside));
    return { title, beside, peak: instance.peak(), saw: found.saw, harm };
  } finally {
    await instance.close();
    await shops.close();
    nameServer?.close();
  }
}

/** The demo client is the victim: it has linked every store. */
export function sceneOf(instance: Instance, shops: HostileShops, lasts: number): Scene {
  const { 'demo-client': victim, ...others } = instance.clients;
  return {
    ...{ instance, shops, lasts },
    victim: victim as Client,
    attackers: Object.values(others) as unknown as Scene['attackers'],
  };
}
