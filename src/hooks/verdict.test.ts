// Late messages, links made anew, and keys that are not the operator's.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bigcommerce } from '../channels/bigcommerce/index.ts';
import { shopify } from '../channels/shopify/index.ts';
import { verdictOn } from './verdict.ts';

const AT = Date.UTC(2026, 10, 15);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const verdict = (
  kind: 'uninstalled' | 'shop_redact',
  linked: number,
  way: string | null = 'shopify',
  at: number | undefined = AT,
) => verdictOn({ kind, at }, { linkedAt: AT + linked, way }, shopify);

it('ends what was linked before the app was removed, and leaves what was linked since', () => {
  assert.equal(verdict('uninstalled', -365 * 24 * HOUR), 'erase');
  assert.equal(verdict('uninstalled', -3 * MINUTE), 'erase');
  assert.equal(verdict('uninstalled', 3 * MINUTE), 'keep');
});

it('asks when both happened at about the same time, by clocks that may differ', () => {
  for (const linked of [-1 * MINUTE, 0, 1 * MINUTE])
    assert.equal(verdict('uninstalled', linked), 'ask');
});

it('takes the request to erase a shop for one about links of three days ago and before', () => {
  assert.equal(verdict('shop_redact', -73 * HOUR), 'erase');
  for (const linked of [-71 * HOUR, -48 * HOUR, -HOUR])
    assert.equal(verdict('shop_redact', linked), 'ask');
  assert.equal(verdict('shop_redact', HOUR), 'keep');
});

it('leaves keys of the merchant’s own, and asks where nobody noted whose they are', () => {
  for (const kind of ['uninstalled', 'shop_redact'] as const)
    for (const way of ['token', 'own-app'])
      assert.equal(verdict(kind, -365 * 24 * HOUR, way), 'keep');
  assert.equal(verdict('uninstalled', -HOUR, null), 'ask');
  assert.equal(verdict('uninstalled', -HOUR, 'a way of an earlier version'), 'ask');
  assert.equal(verdict('uninstalled', HOUR, null), 'keep');
  const of = (way: string) =>
    verdictOn({ kind: 'uninstalled', at: AT }, { linkedAt: AT - HOUR, way }, bigcommerce);
  assert.deepEqual([of('app'), of('keys')], ['erase', 'keep']);
});

it('asks when the message does not surely say when', () => {
  const unsure = { kind: 'uninstalled', at: undefined } as const;
  assert.equal(verdictOn(unsure, { linkedAt: 0, way: 'shopify' }, shopify), 'ask');
  assert.equal(verdictOn(unsure, { linkedAt: 0, way: 'token' }, shopify), 'keep');
});
