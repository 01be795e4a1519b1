// The credential of a sandbox shop as a client sends it in `params`.
import type { StoreCredential } from '../sandbox/store.ts';
import { channels } from '../src/channels/index.ts';

export function pairsOf(name: string, { account, secrets }: StoreCredential) {
  const keys = new Set(channels[name]?.fields.map(({ key }) => key));
  return Object.entries({ ...account, ...secrets })
    .filter(([key]) => keys.has(key))
    .map(([key, value]) => ({ key, value }));
}
