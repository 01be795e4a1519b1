// One product of the catalogue as an offer on a marketplace (OF21), and as its operator's product (P31).
import type { Product, Variant } from '../../catalogue/types.ts';
import { piecesOf } from '../../holding.ts';
import { instant } from './connect-orders.ts';
import { decimal } from './figures.ts';
import { offerId, productSku, sku } from './ids.ts';

const shippingFrom = 4.95;

export function onlyVariant({ variants: [variant] }: Product): Variant {
  if (variant === undefined) throw new Error('a product has at least one variant');
  return variant;
}

/** A price from so many pieces on. */
export interface Range {
  readonly from: number;
  readonly cents: number;
}

/** Some offers cost less by the ten; what was written holds until another vendor changes the price. */
function rangesOf({ id, own }: Product, price: number): readonly Range[] {
  const kept = own?.mirakl?.offer as { price: number; ranges: readonly Range[] } | undefined;
  if (kept?.price === price) return kept.ranges;
  return id % 5 === 0 ? [{ from: 10, cents: Math.floor(price * 0.9) }] : [];
}

export function marketplaceOffer(product: Product): object {
  const variant = onlyVariant(product);
  const price = decimal(variant.price ?? 0, 'EUR');
  const before = variant.compareAtPrice;
  const quantity = piecesOf(variant);
  const pricing = {
    channel_code: null,
    discount_end_date: null,
    discount_start_date: before === null ? null : instant(product.createdAt),
    price,
    unit_discount_price: before === null ? null : price,
    unit_origin_price: before === null ? price : decimal(before, 'EUR'),
    volume_prices: [
      {
        price,
        quantity_threshold: 1,
        unit_discount_price: before === null ? null : price,
        unit_origin_price: before === null ? price : decimal(before, 'EUR'),
      },
      ...rangesOf(product, variant.price ?? 0).map(({ from, cents }) => ({
        price: decimal(cents, 'EUR'),
        quantity_threshold: from,
        unit_discount_price: null,
        unit_origin_price: decimal(cents, 'EUR'),
      })),
    ],
  };
  return {
    active: product.status === 'active' && quantity > 0,
    all_prices: [pricing],
    allow_quote_requests: false,
    applicable_pricing: pricing,
    available_end_date: null,
    available_start_date: product.publishedAt === null ? null : instant(product.publishedAt),
    category_code: product.categories[0]?.handle ?? 'other',
    category_label: product.productType ?? product.categories[0]?.name ?? 'Other',
    channels: ['NL', 'DE'],
    currency_iso_code: 'EUR',
    description: '',
    favorite_rank: null,
    fulfillment: { center: { code: 'DEFAULT' } },
    inactivity_reasons:
      product.status !== 'active' ? ['SHOP_INACTIVE'] : quantity === 0 ? ['ZERO_QUANTITY'] : null,
    leadtime_to_ship: 2,
    logistic_class: { code: 'S', label: 'Small' },
    max_order_quantity: null,
    min_order_quantity: null,
    min_quantity_alert: null,
    min_shipping_price: shippingFrom,
    min_shipping_price_additional: 0,
    min_shipping_type: 'STD',
    min_shipping_zone: 'NL',
    offer_additional_fields: [],
    offer_id: offerId(variant.id),
    package_quantity: null,
    price,
    price_additional_info: null,
    product_brand: product.brand?.name ?? null,
    product_description: product.bodyHtml === '' ? null : product.bodyHtml,
    product_references:
      variant.barcode === null ? [] : [{ reference: variant.barcode, reference_type: 'EAN' }],
    product_sku: productSku(variant.id),
    product_tax_code: null,
    product_title: product.title,
    quantity,
    shipping_deadline: instant(product.updatedAt),
    shop_sku: sku(variant),
    state_code: '11',
    total_price: decimal((variant.price ?? 0) + shippingFrom * 100, 'EUR'),
    warehouses: variant.stock.levels.map(({ locationId, available }) => ({
      code: `KZ-${locationId}`,
      quantity: available,
    })),
  };
}

export function marketplaceProduct(product: Product): object {
  const variant = onlyVariant(product);
  return {
    category_code: product.categories[0]?.handle ?? 'other',
    category_label: product.categories[0]?.name ?? 'Other',
    product_id: variant.barcode ?? productSku(variant.id),
    product_id_type: variant.barcode === null ? 'SKU' : 'EAN',
    product_sku: productSku(variant.id),
    product_title: product.title,
  };
}
