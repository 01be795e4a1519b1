import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/all.ts';
import { anyCharacter } from '../../test/any-character.ts';
import type { Envelope } from '../model/envelope.ts';
import { writeEnvelope } from './answer.ts';

it('an answer is written as the bytes of its JSON, whatever its records hold', async () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 50 }),
    fc.string({ unit: fc.constantFrom('a', 'é', '€', 'ł', '😀', '\ud800', '\u00ff', '\u0100') }),
    fc
      .tuple(fc.constantFrom('a', 'é', '€', '😀'), fc.constantFrom(5000, 32_768, 70_000))
      .map(([one, times]) => one.repeat(times)),
  );
  const envelope = fc
    .tuple(fc.array(text, { maxLength: 12 }), text)
    .map(([result, said]) => ({ Errors: { said }, Output: { step: said, result }, Report: said }));
  await fc.assert(
    fc.asyncProperty(envelope, async (one) => {
      const { Errors, Output, Report } = one;
      const { result, ...rest } = Output;
      const whole = JSON.stringify({ Errors, Output: { ...rest, result }, Report });
      const written = await writeEnvelope(one as unknown as Envelope);
      assert.ok(written.equals(Buffer.from(whole)));
    }),
    { numRuns: runs(300) },
  );
});
