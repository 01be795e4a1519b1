// Field overrides through the real edge: set, checked, tried, applied, counted, and harmless when they fail.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isAll } from '../all.ts';
import { type Caller, type House, type Shop, startHouse } from './house.ts';

const put = (house: Caller, rules: object[], sample?: unknown, extra: object = {}) =>
  house.ask('/Overrides', {
    method: 'PUT',
    body: JSON.stringify({
      channel: 'stall',
      resource: 'orders',
      rules,
      ...(sample !== undefined && { sample }),
      ...extra,
    }),
  });

const SAMPLE = { id: '1', note: 'hello', extra: { colour: 'red', price: '12.50' } };

describe('field overrides', () => {
  let shared: House;
  let clients = 0;
  const ends: (() => unknown)[] = [];
  before(async () => {
    shared = await startHouse({ after: (end) => ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  /** Processes for rules are those of the house; rules, and what is held against them, are the client's. */
  async function startClient(): Promise<Caller & { readonly shop: Shop }> {
    shared.shop.items = [{ id: '1', note: 'hello' }];
    return { ...(await shared.caller(`client-${++clients}`)), shop: shared.shop };
  }

  it('replace fields by expressions over the native record, and count what they change', async () => {
    const house = await startClient();
    house.shop.items = [SAMPLE, { id: '2', note: 'red', extra: { colour: 'red' } }, { id: '3' }];
    const rules = [
      { field: 'note', expression: 'extra.colour' },
      { field: 'total_price', expression: 'extra.price' },
    ];
    const set = await put(house, rules, SAMPLE);
    assert.equal(set.status, 200);
    assert.deepEqual(set.body.rules, rules);
    const { body } = await house.orders();
    assert.deepEqual(
      body.Output.result.map(({ note, total_price }: Record<string, unknown>) => [
        note,
        total_price,
      ]),
      [
        ['red', '12.50'],
        ['red', null],
        [null, null],
      ],
    );
    // The second record had "red" already; where nothing is found the field stays.
    assert.equal(body.Output.override_count, 2);
    assert.deepEqual(body.Report.Warnings, []);
    assert.equal((await house.orders({}, {}, { fields: 'name' })).body.Output.override_count, 0);
    const only = (await house.orders({}, {}, { fields: 'note' })).body.Output;
    assert.deepEqual([only.override_count, only.result[0].note], [1, 'red']);
    // A field that a rule sets has no reason to be null; where it set nothing, it has.
    const why = (await house.orders({}, {}, { include: 'reasons' })).body.Output.result;
    assert.deepEqual(
      why.map(({ reasons }: { reasons: object }) => 'note' in reasons),
      [false, false, true],
    );

    const listed = (await house.ask('/Overrides')).body.result;
    assert.deepEqual([listed.length, listed[0].rules], [1, rules]);
    await put(house, []);
    assert.deepEqual((await house.ask('/Overrides')).body.result, []);
    assert.equal((await house.orders()).body.Output.override_count, 0);
  });

  it('that fail leave the field and are warned of, once for all records', async () => {
    const house = await startClient();
    house.shop.items = [SAMPLE, { id: '2', note: 'two' }];
    await put(house, [
      { field: 'note', expression: '$sum(note)' },
      { field: 'total_price', expression: '12.5' },
      { field: 'financial_status', expression: '"settled"' },
      { field: 'confirmed', expression: 'true' },
    ]);
    const { status, body } = await house.orders();
    assert.equal(status, 200);
    assert.equal(body.Output.override_count, 2);
    assert.equal(body.Output.result[0].note, 'hello');
    assert.equal(body.Output.result[0].confirmed, true);
    const warned = body.Report.Warnings.map((w: Record<string, unknown>) => [
      w.code,
      w.field,
      w.count,
      w.ids,
    ]);
    assert.deepEqual(warned, [
      ['override_failed', 'note', 2, ['1', '2']],
      ['override_failed', 'total_price', 2, ['1', '2']],
      ['override_failed', 'financial_status', 2, ['1', '2']],
    ]);
    const [, price] = body.Report.Warnings;
    assert.match(price.message, /must be string or null of the form/);
  });

  it('that are hostile end in time, harm nothing, and do not keep others from theirs', async () => {
    const house = await startClient();
    await put(house, [
      { field: 'note', expression: '$match($pad("", 60, "a") & "!", /^(a+)+$/)' },
      { field: 'name', expression: '($f := function($n) { $f($n + 1) }; $f(1))' },
      // That it is ended too, hostile-rules.test.ts shows.
      ...(isAll ? [{ field: 'tags', expression: '$pad("x", 400000000)' }] : []),
      { field: 'phone', expression: '"+31"' },
    ]);
    const { status, body } = await house.orders();
    assert.equal(status, 200);
    assert.equal(body.Output.result[0].note, 'hello');
    const failed = body.Report.Warnings.map((w: { field: string }) => w.field);
    for (const field of ['note', 'name', ...(isAll ? ['tags'] : [])])
      assert.ok(failed.includes(field), field);
    // Ended ones sit out for a while: the same request has nothing to wait for, and the rest runs.
    const again = (await house.orders()).body.Output;
    assert.deepEqual([again.result[0].phone, again.override_count], ['+31', 1]);
  });

  it('are checked when they are set', async () => {
    const house = await startClient();
    const message = async (answer: ReturnType<typeof put>) => {
      const { status, body } = await answer;
      return `${status} ${body.Errors.message}`;
    };
    const rule = (field: string, expression = 'note') => [{ field, expression }];
    assert.match(await message(put(house, rule('nota'))), /^400 .*did you mean "note"\?/);
    assert.match(await message(put(house, rule('id'))), /^400 .*not a field of orders that can/);
    assert.match(await message(put(house, rule('note', 'a +'))), /^400 .*is not JSONata/);
    assert.match(await message(put(house, rule('note', ''))), /^400 /);
    assert.match(await message(put(house, rule('note', 'x'.repeat(4001)))), /^400 /);
    assert.match(
      await message(put(house, [...rule('note'), ...rule('note')])),
      /^400 "note" has two rules/,
    );
    assert.match(
      await message(put(house, rule('total_price', '12'), SAMPLE)),
      /^400 The rule for "total_price" fails on the sample/,
    );
    assert.match(await message(put(house, [], undefined, { channel: 'no' })), /^400 "no" is not a/);
    assert.match(await message(put(house, [], undefined, { more: 1 })), /^400 /);
    assert.match(await message(put(house, [{ field: 'note' }])), /^400 /);
    const { body: wrong } = await put(house, 'x' as never, 1, { chanel: 'no', resource: 'order' });
    assert.deepEqual(
      wrong.Output.schemaValidationErrors.map(({ field }: { field: string }) => field),
      ['chanel', 'resource', 'rules', 'sample'],
      'all that is wrong is named in one go',
    );
    assert.match(
      await message(put(house, rule('note', 'a\u0000b'))),
      /^400 "rules\[0\]\.expression" holds a character that is not text/,
    );
    for (const body of ['[]', 'null', '"x"', '{}'])
      assert.equal((await house.ask('/Overrides', { method: 'PUT', body })).status, 400, body);
    assert.deepEqual((await house.ask('/Overrides')).body.result, []);
    const products = { authorization: `Bearer ${await house.tokenWith('products')}` };
    const scoped = await house.ask('/Overrides', {
      method: 'PUT',
      headers: products,
      body: JSON.stringify({ channel: 'stall', resource: 'orders', rules: [] }),
    });
    assert.equal(scoped.status, 403);
  });

  it('are tried on a sample without being set', async () => {
    const house = await startClient();
    const { status, body } = await house.ask('/Overrides/Try', {
      method: 'POST',
      body: JSON.stringify({
        channel: 'stall',
        resource: 'orders',
        rules: [
          { field: 'note', expression: '$uppercase(extra.colour)' },
          { field: 'name', expression: 'nothing.here' },
          { field: 'total_price', expression: '1' },
        ],
        sample: SAMPLE,
      }),
    });
    assert.equal(status, 200);
    assert.equal(body.override_count, 1);
    const none = await house.ask('/Overrides/Try', {
      method: 'POST',
      body: JSON.stringify({ channel: 'stall', resource: 'orders', rules: [] }),
    });
    assert.equal(none.status, 400);
    assert.match(none.body.Errors.message, /^"sample" is missing: it must be a native record/);
    const [note, name, price] = body.result;
    assert.deepEqual(note, { field: 'note', before: 'hello', after: 'RED', changed: true });
    assert.deepEqual(name, { field: 'name', before: null, after: null, changed: false });
    assert.deepEqual([price.changed, typeof price.warning], [false, 'string']);
    assert.deepEqual((await house.ask('/Overrides')).body.result, []);
  });
});
