// Reasons of nulls: what a driver warned of, what was said of the page, and what an override or `fields` takes away.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createJournal } from '../accounts/journal.ts';
import { resourceOf } from '../accounts/resource.ts';
import type { Warning } from '../channels/channel.ts';
import { channels } from '../channels/index.ts';
import type { Operation } from '../model/execution.ts';
import type { Reasons } from '../model/lineage.ts';
import { reasonsWithin } from './reasons.ts';
import { projection, type Transforming, transformer } from './transform.ts';

const NOW = Date.UTC(2026, 10, 1, 12);

/** A sample as it is, or changed, read with its reasons. */
function explained(
  [name = '', operation, sample]: readonly [string, Operation, string],
  change: object = {},
  said: readonly Warning[] = [],
) {
  const folder = new URL(`../channels/${name}/samples/`, import.meta.url);
  const native = JSON.parse(readFileSync(new URL(`${sample}.native.json`, folder), 'utf8'));
  const channel = channels[name];
  const resource = channel && resourceOf(channel, operation);
  const journal = createJournal('0'.repeat(32));
  for (const warning of said) journal.warn(warning);
  const subject = { name, channel, operation, resource, query: { include: ['reasons'] } };
  const read = transformer(subject as Transforming, {}, NOW, journal, (fault) => {
    throw fault;
  });
  const record = read({ ...native, ...change })?.record ?? {};
  return { record, reasons: record.reasons as Reasons, report: journal.report() };
}

const PAID = ['woocommerce', 'orders', 'order-paid'] as const;

test('a word that is not known is the reason, and is shown', () => {
  const { record, reasons, report } = explained(PAID, { status: 'in-limbo', date_paid_gmt: null });
  assert.equal(record.financial_status, null);
  assert.deepEqual(reasons.financial_status, { reason: 'unknown_value', value: 'in-limbo' });
  // What only reasons need is not published.
  assert.deepEqual(
    report.Warnings.flatMap((warning) => Object.keys(warning)).filter((key) => key === 'word'),
    [],
  );
});

test('what the channel has and left empty is empty, what it has not is said to be so', () => {
  const { reasons } = explained(PAID, { customer_note: '' });
  assert.deepEqual(reasons.note, { reason: 'empty', value: null });
  assert.equal(reasons.user_id?.reason, 'channel_has_none');
  assert.equal(reasons['line_items[0].grams']?.reason, 'not_read');
});

test('what a channel no longer shows of an older order is out of its window, and the rest is as it was', () => {
  const sample = ['mirakl', 'orders', 'order-connect-awaiting-acceptance'] as const;
  const gone = { shipping_info: { method: 'Standard' }, billing_info: null };
  const { record, reasons, report } = explained(sample, {
    ...gone,
    anonymized_at: '2026-10-01T00:00:00Z',
  });
  for (const field of ['shipping_address', 'billing_address', 'email', 'phone', 'note']) {
    assert.equal(record[field], null, field);
    assert.deepEqual(reasons[field], { reason: 'out_of_window', value: null }, field);
  }
  assert.equal(reasons['customer.first_name']?.reason, 'out_of_window');
  assert.deepEqual(
    report.Warnings.map(({ code, ids }) => [code, ids]),
    [['personal_data_ended', [record.id]]],
  );
  // Where it was never there, it is empty.
  assert.equal(explained(sample, gone).reasons.email?.reason, 'empty');
});

test('what was said of the page holds for its nulls, and for those records that it names', () => {
  const denied: Warning = {
    ...{ code: 'permission_missing', message: 'The key may not read it.', field: 'note' },
    fields: ['po_number'],
  };
  const of = (id?: string) =>
    explained(PAID, { customer_note: '' }, [{ ...denied, ...(id && { id }) }]).reasons.note?.reason;
  assert.equal(of(), 'permission_missing');
  assert.equal(of('no such order'), 'empty');
});

test('buyers that a marketplace keeps to itself are withheld', () => {
  const said: Warning = {
    ...{
      code: 'personal_data_withheld',
      message: 'Amazon withholds it.',
      field: 'shipping_address',
    },
    fields: ['customer', 'email', 'phone'],
  };
  const sample = ['amazon', 'orders', 'order-personal-data-withheld'] as const;
  const { record, reasons } = explained(sample, {}, [said]);
  assert.equal(record.email, null);
  assert.equal(reasons.email?.reason, 'withheld');
  assert.equal(reasons['shipping_address.address1']?.reason, 'withheld');
  assert.equal(reasons.user_id?.reason, 'channel_has_none');
});

test('one of two APIs lacks what the other has', () => {
  const tips = (sample: string) =>
    explained(['amazon', 'orders', sample]).reasons.total_tip_received?.reason;
  assert.equal(tips('order-v0-promotions'), 'channel_has_none');
  assert.equal(tips('order-gift-wrap'), undefined);
});

test('fields that are cut off, or set by a rule, have no reason', () => {
  const { record } = explained(PAID, { customer_note: '' });
  const cut = projection('note,line_items', ['reasons'])(record).reasons as Reasons;
  assert.deepEqual([...new Set(Object.keys(cut).map((path) => path.split(/[.[]/)[0]))].sort(), [
    'line_items',
    'note',
  ]);
  const left = reasonsWithin(record, (field) => field === 'line_items');
  assert.ok('note' in left);
  assert.ok(!Object.keys(left).some((path) => path.startsWith('line_items')));
});
