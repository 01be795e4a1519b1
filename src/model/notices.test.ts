// Every notice is as its schema says, and holds nothing beyond it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { NOTICE_TYPES, NOTICES, type Notice, notice } from './notices.ts';

const AT = Date.UTC(2026, 10, 2, 9, 30);
// More than was asked for: a credential's own facts must not slip through.
const whose = {
  tpUserId: 'u',
  channel: 'stall',
  account: { canary: 'x' },
  secrets: { canary: 'x' },
};

const watch = { ...whose, watch_id: '1', resource: 'orders' as const };
const ends_at = '2026-11-02T09:30:01+00:00';

const made: readonly Notice[] = [
  notice('channel.linked', AT, whose),
  notice('channel.needs_attention', AT, { ...whose, code: 'consent_ended' }),
  notice('channel.recovered', AT, whose),
  notice('channel.unlinked', AT, { ...whose, why: 'redacted' }),
  notice('channel.expiring', AT, { ...whose, what: 'grant', ends_at }),
  notice('link.step', AT, { ...whose, session: 's', step: 'refused', code: 'key_unknown' }),
  notice('link.finished', AT, { ...whose, status: 'completed', linked: ['stall'] }),
  notice('privacy.request', AT, {
    ...{ ...whose, kind: 'customer_redact', shop: 's', reference: '7' },
    ...{ customer_id: '1', order_ids: ['2'], order_count: 1 },
  }),
  notice('changes.available', AT, { ...whose, count: 1, cursor: 'c' }),
  notice('write.settled', AT, {
    ...{ ...whose, execution_id: 'e', index: 0, operation: 'stock' },
    ...{ outcome: 'confirmed', code: null },
  }),
  notice('watch.behind', AT, { ...watch, code: 'channel_failed' }),
  notice('watch.broken', AT, { ...watch, code: 'channel_not_linked' }),
  notice('service.expiring', AT, { ...whose, what: 'api_version', name: 'v10', ends_at }),
];

test('every type is made here', () => {
  assert.deepEqual(made.map(({ type }) => type).sort(), [...NOTICE_TYPES].sort());
});

for (const notice of made)
  test(`${notice.type} is as its schema says`, () => {
    const validator = Compile(NOTICES[notice.type]);
    assert.deepEqual([...validator.Errors(notice)], []);
    assert.equal(notice.timestamp, '2026-11-02T09:30:00+00:00');
    assert.doesNotMatch(JSON.stringify(notice), /canary/);
  });
