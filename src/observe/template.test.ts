// Paths without what they are about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateOf } from './template.ts';

test('words and versions stay, ids and whatever else go', () => {
  for (const [path, template] of [
    ['/admin/api/2026-10/graphql.json', '/admin/api/2026-10/graphql.json'],
    ['/stores/ab12cd34/v3/catalog/products', '/stores/:id/v3/catalog/products'],
    ['/orders/450789469.json', '/orders/:id'],
    ['/wp-json/wc/v3/orders/727/refunds', '/wp-json/wc/v3/orders/:id/refunds'],
    ['/customers/ada%40example.com', '/customers/:id'],
    ['/customers/ada@example.com', '/customers/:id'],
    ['/retailer/orders/A2K8290LP8', '/retailer/orders/:id'],
    [`/x/${'a'.repeat(60)}`, '/x/:id'],
    ['/', '/'],
  ] as const)
    assert.equal(templateOf(path), template);
});
