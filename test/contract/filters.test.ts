// The specification's table of body fields by channel, word for word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { ORDER_FIELDS } from '../../src/model/query.ts';

const TABLE = `
| params | object | none | Map from channel identifier to a list of \`{key, value}\` credential pairs (token authentication). | all |
| next_page_token | string | none | Copy of \`next_page_token\` from the previous response. | shopify, woocommerce, bigcommerce, lightspeed_c, bol, amazon |
| limit | number | 10 | Maximum objects returned; maximum allowed 100. | shopify, woocommerce, bigcommerce, lightspeed_c, amazon |
| updated_at_min | string timestamp | none | Orders updated at or after. | shopify, woocommerce, bigcommerce, lightspeed_c, bol, amazon |
| updated_at_max | string timestamp | none | Orders updated at or before. | shopify, woocommerce, bigcommerce, lightspeed_c, amazon |
| created_at_min | string timestamp | none | Orders created at or after. | shopify, woocommerce, bigcommerce, lightspeed_c, amazon |
| created_at_max | string timestamp | none | Orders created at or before. | shopify, woocommerce, bigcommerce, lightspeed_c, amazon |
| processed_at_min | string timestamp | none | Orders imported at or after. | shopify |
| processed_at_max | string timestamp | none | Orders imported at or before. | shopify |
| ids | string | none | Comma-separated list of order identifiers; only these are returned. | shopify, woocommerce, bigcommerce, amazon |
| status | enum: open, closed, cancelled, any, null | open | Filter by order status. | shopify, woocommerce, bol, amazon |
| since_id | string | none | Orders after this identifier. | shopify, woocommerce, lightspeed_c |
| fields | string | none | Comma-separated field names; only these are returned. | shopify, lightspeed_c |
| attribution_app_id | string | none | Orders attributed to the app with this identifier; the value \`current\` means the app making the request. | shopify |
| financial_status | enum (see States) | any | Filter by financial status. | shopify |
| fulfillment_status | enum (see States) | any | Filter by fulfillment status. | shopify |
| api_version | string | none | Accepted in the request body. | unspecified |
`;

/** Done by the core for every channel, so no channel declares them. */
const BY_THE_CORE = ['params', 'next_page_token', 'limit', 'fields', 'api_version'];

const rows = TABLE.trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map(([, field = '', , standard = '', , able = '']) => ({
    field,
    standard,
    able: able.split(', '),
  }));

/** What we add to it, each a documented option. */
const ADDED = ['include'];

test('the body has exactly the fields of the specification, and ours', () => {
  const fields = [...rows.map(({ field }) => field), ...ADDED];
  assert.deepEqual(Object.keys(ORDER_FIELDS).sort(), fields.sort());
});

test('each channel has at least the filters the specification gives it', () => {
  for (const { field, able } of rows) {
    if (BY_THE_CORE.includes(field)) continue;
    for (const name of able) {
      const channel = channels[name];
      if (!channel) continue;
      const { filters } = channel.orders ?? { filters: {} };
      assert.ok((filters as Record<string, unknown>)[field], `${name} lacks ${field}`);
    }
  }
});

test('status is open by default for exactly the channels the specification lists', () => {
  const status = rows.find(({ field }) => field === 'status');
  assert.equal(status?.standard, 'open');
  for (const [name, channel] of Object.entries(channels))
    assert.equal(
      channel.orders?.defaults?.status,
      status.able.includes(name) ? 'open' : undefined,
      name,
    );
});
