// What goes wrong at a channel ends in its documented code and status, and the next call is fine.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { FAULTS, type FaultCode } from '../../src/model/faults.ts';
import { isAll, shownOn } from '../all.ts';
import { type Answer, type Service, startService } from '../service.ts';
import { codeFor, FAILURES, fail } from './fault-matrix.ts';

function check(answer: Answer, code: FaultCode, channel: string, again?: boolean) {
  const { status, list, retryable } = FAULTS[code];
  const { Errors, Output, Report } = answer.body;
  assert.deepEqual(
    [answer.status, 'code' in Errors && Errors.code],
    [status, code],
    answer.text.slice(0, 400),
  );
  assert.ok('code' in Errors);
  assert.equal(Errors.step, 'fetch');
  assert.equal(Errors.retryable, again ?? retryable);
  assert.match(Errors.message, /^.{15,400}$/s);
  assert.equal(Output.isSuccess, false);
  assert.equal(Output.step, 'fetch');
  assert.deepEqual(Output.result, []);
  for (const name of [
    'schemaValidationErrors',
    'restErrors',
    'operationErrors',
    'unexpectedErrors',
  ] as const)
    assert.equal(Output[name] === null, name !== list, name);
  assert.equal(Output[list]?.[0]?.code, code);
  assert.equal(Output[list]?.[0]?.channel, channel);
  assert.ok(Report.ExtResources.length > 0, 'the failed call is listed');
}

// Most of a failure is waiting: channels fail side by side, each with a service of its own.
describe('failures', { concurrency: 4 }, () => {
  for (const [place, [name, channel]] of shownOn(channels, 0).entries())
    describe(name, { concurrency: 1 }, () => {
      let service: Service;
      before(async () => {
        service = await startService();
      });
      after(() => service.close());

      const kinds = (['orders', 'products'] as const).filter((kind) => channel[kind]);
      // Both kinds go the same way through the core: without repetitions the first shows it.
      for (const kind of isAll ? kinds : kinds.slice(0, 1))
        for (const [at, failure] of FAILURES.entries()) {
          // What a status means a channel says itself; what breaks on the way the core sees alike for all.
          const isOwn = /^(\d|expired)/.test(failure.plan.kind);
          if (!isAll && !isOwn && (at + place) % 3 > 0) continue;
          const code = codeFor(name, failure);
          test(`${kind}: ${failure.plan.kind} ends in ${code}, and the next call is fine`, async () => {
            const answer = await fail(service, name, kind, failure);
            check(answer, code, name, failure.retryable);
            if (failure.plan.kind === '429') {
              const wait = Number(answer.headers.get('retry-after'));
              assert.ok(wait >= 60 && wait <= 180, `Retry-After ${wait}`);
            }
            // A pause that a channel asked for is obeyed, until it is over.
            if (code === 'channel_rate_limited') service.forward(5 * 60_000);
            if (code === 'credential_refused') await service.link(name, 'demo');
            const next = await service[kind](name, { limit: 1 });
            assert.equal(next.status, 200, next.text.slice(0, 400));
            assert.equal(next.body.Output.isSuccess, true);
          });
        }

      test('a failure that passes is not seen by the caller, but every try is reported', async () => {
        const kind = kinds[0] ?? 'products';
        await service[kind](name, { limit: 1 });
        service.sandbox.faults.plant({ kind: '503', channel: name, times: 1 });
        const answer = await service[kind](name, { limit: 1 });
        service.sandbox.faults.lift();
        assert.equal(answer.status, 200, answer.text.slice(0, 400));
        const uris = answer.body.Report.ExtResources.map(({ Uri }) => Uri);
        assert.equal(uris[0], uris[1], 'the same call twice');
        assert.ok(answer.body.Report.TotalEventsTransitDuration > 0, 'the pause is counted');
      });
    });
});
