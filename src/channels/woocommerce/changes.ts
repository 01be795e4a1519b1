// How changes are followed here, what the dates of a record do not show, and how far back records are shown.
import type { Changes } from '../changes.ts';

const SEEN = 'seen on WooCommerce 8.2.2 and 11.0.1';
const CODE =
  'https://github.com/woocommerce/woocommerce (`set_date_modified( time() )` before a record is written)';

export const changes: Changes = {
  orders: {
    by: 'updated_at',
    overlap: {
      seconds: 900,
      why: 'The shop’s own server dates its records, and its clock may be minutes slow: what it changes now then has a date that was already read.',
      source:
        'https://woocommerce.github.io/woocommerce-rest-api-docs/ (`date_modified_gmt` is of the shop’s server)',
    },
    settling: {
      seconds: 30,
      why: 'The date is taken when saving begins, in whole seconds; the record is there when saving ends.',
      source: CODE,
    },
    floor: {
      seconds: 120,
      why: 'WooCommerce has no limit, but the shop’s own server answers every call, beside its customers.',
      source: 'https://woocommerce.github.io/woocommerce-rest-api-docs/ (no limit is named)',
    },
    hints: ['order.created', 'order.updated', 'order.deleted', 'order.restored'],
    deletions: 'silent',
    undated: [
      {
        what: 'lines',
        about:
          'In shops with legacy order storage, edited lines, fees and coupons do not update the date; with high-performance order storage they do. What plugins or SQL write into an order never updates it.',
        source: SEEN,
      },
      {
        what: 'addresses',
        about:
          'In shops with legacy order storage, an edited address and the erasure of personal data do not update the date; with high-performance order storage they do.',
        source: SEEN,
      },
      {
        what: 'statuses',
        about:
          'With high-performance order storage, orders in a status that no plugin registers any more are in no list; only `ids` finds them.',
        source: SEEN,
      },
      { what: 'refunds', about: 'Deleting a refund does not update the date.', source: SEEN },
      {
        what: 'products',
        about:
          'When a product is deleted, `product_id`, `variant_id`, `product_exists` and `sku` of old lines change; a new SKU of a product shows in old lines too. WooCommerce looks the SKU up; `title` stays as the order wrote it.',
        source: SEEN,
      },
      {
        what: 'visibility',
        about:
          'Orders that an importer wrote may have no date of change: they are in no list by it.',
        source: SEEN,
      },
    ],
  },
  products: {
    by: 'updated_at',
    overlap: {
      seconds: 900,
      why: 'The shop’s own server dates its records, and its clock may be minutes slow: what it changes now then has a date that was already read.',
      source:
        'https://woocommerce.github.io/woocommerce-rest-api-docs/ (`date_modified_gmt` is of the shop’s server)',
    },
    settling: {
      seconds: 30,
      why: 'The date is taken when saving begins, in whole seconds; the record is there when saving ends.',
      source: CODE,
    },
    floor: {
      seconds: 120,
      why: 'WooCommerce has no limit, but the shop’s own server answers every call, beside its customers.',
      source: 'https://woocommerce.github.io/woocommerce-rest-api-docs/ (no limit is named)',
    },
    sweep: 24,
    hints: ['product.created', 'product.updated', 'product.deleted', 'product.restored'],
    deletions: 'silent',
    undated: [
      {
        what: 'stock',
        about:
          'A sale, the admin or the API updates the date, and a variation that of its parent. Written by SQL or `update_post_meta`, as importers do, stock does not.',
        source: SEEN,
      },
      {
        what: 'prices',
        about:
          'Written by SQL or `update_post_meta`, as importers do, they do not update the date.',
        source: SEEN,
      },
      {
        what: 'categories',
        about: 'Renaming one, or assigning one by code, does not update the date.',
        source: SEEN,
      },
      {
        what: 'visibility',
        about:
          'Products that an importer wrote may have no date of change: they are in no list by it.',
        source: SEEN,
      },
    ],
  },
};
