// One product of the catalogue as Mirakl Connect gives it.
import type { Product, StockLevel, Variant } from '../../catalogue/types.ts';
import { instant } from './connect-orders.ts';
import { decimal } from './figures.ts';
import { sku } from './ids.ts';

/** Connect keeps no more. */
const mostImages = 15;

/** Where goods lie in several places, a partner keeps the last of them and sends from there. */
export function placesOf({ stock: { levels } }: Variant): {
  readonly own: readonly StockLevel[];
  readonly atPartner: readonly StockLevel[];
} {
  const own = levels.slice(0, Math.max(1, levels.length - 1));
  return { own, atPartner: levels.slice(own.length) };
}

/** Prices for some countries; what was written holds until another vendor changes the price. */
function scopedOf({ own }: Product, base: number): readonly object[] {
  const kept = own?.mirakl;
  if (kept?.base === base) return kept.scoped as readonly object[];
  const price = { amount: decimal(Math.round((base * 6) / 5), 'USD'), currency: 'USD' };
  return [{ price, scope: 'US' }];
}

export function connectProduct(product: Product): object {
  const [variant] = product.variants;
  if (variant === undefined) throw new Error('a product has at least one variant');
  const { price, compareAtPrice, barcode, stock, weight } = variant;
  const money = (minor: number) => ({ amount: decimal(minor, 'EUR'), currency: 'EUR' });
  const { own, atPartner } = placesOf(variant);
  const label = product.productType ?? product.categories[0]?.name ?? null;
  return {
    id: sku(variant),
    gtins: barcode === null ? [] : [{ value: barcode }],
    titles: [
      { locale: 'nl_NL', value: `${product.title} (NL)` },
      { locale: 'en_GB', value: product.title },
    ],
    descriptions: product.bodyHtml === '' ? null : [{ locale: 'en_GB', value: product.bodyHtml }],
    images: product.images.slice(0, mostImages).map(({ file }) => ({
      url: `https://img.kade-zonen.example/${file}`,
    })),
    brand: product.brand?.name ?? null,
    category: label === null ? null : { id: null, labels: [{ locale: 'en_GB', value: label }] },
    ...(price !== null && {
      standard_prices: [
        { price: money(compareAtPrice ?? price) },
        ...scopedOf(product, compareAtPrice ?? price),
      ],
    }),
    discount_prices:
      price === null || compareAtPrice === null
        ? null
        : [{ price: money(price), start_date: instant(product.createdAt) }],
    ...(stock.tracked && {
      quantities: own.map(({ locationId, available }) => ({
        available_quantity: available,
        warehouse_code: `KZ-${locationId}`,
      })),
      ...(atPartner.length > 0 && {
        partner_quantities: atPartner.map(({ locationId, available }) => ({
          available_quantity: available,
          partner_id: `KZ-PARTNER-${locationId}`,
        })),
      }),
    }),
    attributes:
      weight === null
        ? null
        : [{ id: 'weight', name: 'weight', type: 'NUMERIC', value: weight.grams }],
  };
}
