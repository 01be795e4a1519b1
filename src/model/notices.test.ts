// Every notice is as its schema says, and holds nothing beyond it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import {
  channelExpiring,
  channelLinked,
  channelNeedsAttention,
  channelRecovered,
  channelUnlinked,
  linkFinished,
  NOTICE_TYPES,
  NOTICES,
  type Notice,
  privacyRequest,
  serviceExpiring,
} from './notices.ts';

const AT = Date.UTC(2026, 10, 2, 9, 30);
// More than was asked for: a credential's own facts must not slip through.
const whose = {
  tpUserId: 'u',
  channel: 'stall',
  account: { canary: 'x' },
  secrets: { canary: 'x' },
};

const made: readonly Notice[] = [
  channelLinked(whose, AT),
  channelNeedsAttention(whose, 'consent_ended', AT),
  channelRecovered(whose, AT),
  channelUnlinked(whose, 'redacted', AT),
  channelExpiring(whose, 'grant', AT + 1000, AT),
  linkFinished('u', 'completed', ['stall'], AT),
  privacyRequest(
    { ...whose, kind: 'customer_redact', shop: 's', reference: '7', customer: '1', orders: ['2'] },
    AT,
  ),
  serviceExpiring(
    { what: 'api_version', channel: 'bol', name: 'v10', endsAt: AT + 86_400_000 },
    AT,
  ),
];

test('there is a builder for every type', () => {
  assert.deepEqual(made.map(({ type }) => type).sort(), [...NOTICE_TYPES].sort());
});

for (const notice of made)
  test(`${notice.type} is as its schema says`, () => {
    const validator = Compile(NOTICES[notice.type]);
    assert.deepEqual([...validator.Errors(notice)], []);
    assert.equal(notice.timestamp, '2026-11-02T09:30:00+00:00');
    assert.doesNotMatch(JSON.stringify(notice), /canary/);
  });
