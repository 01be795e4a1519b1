// What an attack is, and what it finds: a scratch instance, attackers, a victim, hostile shops.
import type { Client } from './client.ts';
import type { Instance, InstanceOptions } from './instance.ts';
import type { VictimCall } from './measure.ts';
import type { HostileShops, Kind } from './shops.ts';

export interface Scene {
  readonly instance: Instance;
  readonly shops: HostileShops;
  readonly victim: Client;
  /** Five of them. */
  readonly attackers: readonly [Client, Client, Client, Client, Client];
  /** How long the attack goes on, in milliseconds. */
  readonly lasts: number;
}

export interface Attacking {
  /** Where the attack has an end of its own: the victim is measured until then, or for longer. */
  readonly done?: Promise<unknown>;
  end(): Promise<Found>;
}

/** What came of an attack, beside what happened to the victim. */
export interface Found {
  /** What the attackers were answered, in one line. */
  readonly saw: string;
  /** What went wrong, where that does not show in the victim's calls. */
  readonly harm?: string | undefined;
}

export interface Attack {
  /** For --only. */
  readonly name: string;
  /** For the table: at most 26 characters. */
  readonly title: string;
  /** What it does, in one sentence. */
  readonly about: string;
  /** What the instance is started with. */
  readonly instance?: Pick<InstanceOptions, 'settings' | 'clock'>;
  /** Shops whose answers are made before the victim is measured. */
  readonly shops?: readonly Kind[];
  /** Names of the instance's name server; it is silent about all others. */
  readonly zone?: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds between two calls of the victim. */
  readonly every?: number;
  /** The victim's call, where it is not simply reading an order. */
  readonly victim?: (scene: Scene) => Promise<VictimCall>;
  readonly begin: (scene: Scene) => Promise<Attacking>;
}

/** The victim reads an order of a shop it has linked. */
export function readsOrders(victim: Client, channel = 'shopify', body: object = {}): VictimCall {
  return async (signal) => {
    const answer = await victim.read('orders', channel, { limit: 1, ...body }, { signal });
    if (answer.status !== 200) return `${answer.status} ${answer.body?.Errors?.code ?? ''}`;
    return answer.body.Output.result.length === 1 ? undefined : 'an answer without the order';
  };
}
