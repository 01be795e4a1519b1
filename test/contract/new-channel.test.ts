// A tenth channel needs its own folder, its store and a line for each: the core knows what to do with it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Channel } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { PATHS } from '../../src/http/paths.ts';
import { readDocument, sendable } from '../document.ts';
import { stall } from '../made-up/index.ts';
import { openStall, params } from '../made-up/store.ts';
import { PREFIX, unifiedOf } from '../samples.ts';
import { type Service, startService } from '../service.ts';
import { LOSSES } from './losses.ts';
import { assertOrdersAgree, walkOrders } from './round-trip.ts';

const MADE_UP = new URL('../made-up/', import.meta.url);
const CHANNELS = new URL('../../src/channels/', import.meta.url);

/** Gives one record more than it was asked for. */
const crowd: Channel = {
  ...stall,
  ...(stall.orders && {
    orders: {
      ...stall.orders,
      fetch: ({ limit, ...query }, page, reading) =>
        stall.orders?.fetch({ ...query, limit: limit + 1 }, page, reading) ??
        Promise.resolve({ items: [] }),
    },
  }),
};

describe('the folder is as the document says', () => {
  /** The rows of the table of files: a name, and which channels have it. */
  const document = readFileSync(new URL('../../docs/new-channel.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| `([^`]+)` \| (every|orders|products|some) \|/gm)].map(
    ([, name = '', where = '']) => ({ name, where }),
  );
  const folders = [
    { name: 'the made-up channel', channel: stall, files: filesOf(MADE_UP) },
    ...Object.entries(channels).map(([name, channel]) => ({
      name,
      channel,
      files: filesOf(new URL(`${name}/`, CHANNELS)),
    })),
  ];

  test('what every channel has is in every folder, what some have in one at least', () => {
    assert.ok(rows.length > 10, `${rows.length} rows were found`);
    for (const { name: file, where } of rows) {
      const isThere = ({ files }: (typeof folders)[number]) => files.some((one) => fits(one, file));
      if (where === 'some') assert.ok(folders.some(isThere), `no channel has ${file}`);
      else
        for (const folder of folders) {
          const isNeeded =
            where === 'every' || folder.channel[where as 'orders' | 'products'] !== undefined;
          assert.equal(isThere(folder), isNeeded, `${folder.name}: ${file}`);
        }
    }
  });

  test('what most channels have is in the document', () => {
    const all = new Set(folders.flatMap(({ files }) => files));
    const unnamed = [...all].filter(
      (file) =>
        folders.filter(({ files }) => files.includes(file)).length > folders.length / 2 &&
        !rows.some(({ name }) => fits(file, name)),
    );
    assert.deepEqual(unnamed, []);
  });

  test('every table outside the folder that it names is there', () => {
    const [, after = ''] = document.split('## Tables outside the folder');
    const tables = [...after.matchAll(/^\| `([^`]+)`(?:, `(\w+)`)? \|/gm)];
    assert.ok(tables.length > 5);
    for (const [, file = '', table = ''] of tables)
      assert.ok(
        readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes(table),
        `${file} has no ${table}`,
      );
  });

  /** Names of files, and of folders with a slash behind. */
  function filesOf(folder: URL): string[] {
    return readdirSync(folder, { withFileTypes: true }).map((one) =>
      one.isDirectory() ? `${one.name}/` : one.name,
    );
  }

  /** In the document an ellipsis stands for any part of a name. */
  function fits(file: string, named: string): boolean {
    const parts = named.split('…').map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('.+')}$`).test(file);
  }
});

describe('the made-up channel', () => {
  let service: Service;
  before(async () => {
    service = await startService({
      channels: { ...channels, stall, crowd },
      stores: [openStall()],
    });
  });
  after(() => service.close());

  test('its orders are read to the end, through the same edge, filters and faults as the others', async () => {
    const ids = service.shop('stall').orders.map(({ id }) => id);
    const { items, pages } = await service.walk('orders', 'stall', {
      limit: 3,
      since_id: String(ids.at(-7)),
      params: params(),
    });
    assert.deepEqual(pages, [3, 3]);
    assert.deepEqual(
      items.map(({ id }) => id),
      ids.slice(-6).map(String),
    );
    const [first] = items;
    assert.deepEqual([first?.channel_name, first?.line_items, first?.email], ['stall', [], null]);
    const refused = await service.orders('stall', { status: 'open', params: params() });
    assert.ok('code' in refused.body.Errors && refused.body.Errors.code === 'unsupported_filter');
    const wrong = await service.orders('stall', { params: params('shut sesame') });
    assert.equal(wrong.status, 424);
    assert.ok(!wrong.text.includes('shut sesame'));
  });

  test('its orders are those of the catalogue, but for the losses in its folder', async () => {
    const orders = await walkOrders(service, 'stall', {});
    assertOrdersAgree(service, 'stall', orders, LOSSES.get('stall') ?? {});
  });

  test('its samples become what stands beside them', () => {
    const samples = new URL('samples/', MADE_UP);
    const read = (file: string) => JSON.parse(readFileSync(new URL(file, samples), 'utf8'));
    const natives = readdirSync(samples).filter((file) => file.endsWith('.native.json'));
    assert.ok(natives.some((file) => file.startsWith(PREFIX.orders)));
    for (const file of natives)
      assert.deepEqual(
        unifiedOf('stall', stall, 'orders', read(file)).record,
        read(file.replace('.native.', '.unified.')),
      );
  });

  test('more records than were asked for are no answer to the question', async () => {
    const { status, text } = await service.orders('crowd', {
      limit: 3,
      params: { crowd: params().stall },
    });
    assert.equal(status, 502);
    assert.match(text, /sent 4 records where 3 were asked for/);
  });

  test('it is published like the others, with its keys', async () => {
    const document = await readDocument(service);
    assert.match(JSON.stringify(document), /"stall"/);
    const fits = sendable(document, PATHS.orders);
    assert.equal(fits({ params: params() }), undefined);
    assert.ok(fits({ params: { stall: [{ key: 'nonsense', value: 'x' }] } }));
    assert.ok(document.components.schemas.ParamsStall);
  });
});
