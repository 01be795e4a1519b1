// The shop itself: its address, locations, brands, categories, tags, coupons and tax rates.
import type {
  Address,
  Brand,
  Category,
  Coupon,
  Instant,
  Location,
  Shop,
  Tag,
  TaxClass,
  TaxRate,
} from './types.ts';

export function shopOf(createdAt: Instant): Shop {
  return {
    name: 'Kade & Zonen',
    email: 'winkel@kade-zonen.example',
    phone: '+31 20 555 0100',
    currency: 'EUR',
    timeZone: 'Europe/Amsterdam',
    locale: 'nl-NL',
    taxesIncluded: true,
    weightUnit: 'kg',
    createdAt,
    address: place('Kade & Zonen', 'Prinsengracht', '263', 'Amsterdam', '1016 GV', 'NL'),
  };
}

function place(
  company: string,
  street: string,
  houseNumber: string,
  city: string,
  zip: string,
  countryCode: string,
): Address {
  return {
    firstName: '',
    lastName: '',
    company,
    address1: `${street} ${houseNumber}`,
    address2: null,
    street,
    houseNumber,
    houseNumberExtension: null,
    city,
    province: null,
    provinceCode: null,
    zip,
    countryCode,
    phone: '+31 20 555 0100',
  };
}

export const locations: readonly Location[] = [
  {
    id: 1,
    name: 'Magazijn Amsterdam',
    isDefault: true,
    address: place('Kade & Zonen', 'Prinsengracht', '263', 'Amsterdam', '1016 GV', 'NL'),
  },
  {
    id: 2,
    name: 'Winkel Utrecht',
    isDefault: false,
    address: place('Kade & Zonen', 'Oudegracht', '112', 'Utrecht', '3511 AW', 'NL'),
  },
  {
    id: 3,
    name: 'Lager Köln',
    isDefault: false,
    address: place('Kade & Zonen', 'Ehrenstraße', '8', 'Köln', '50672', 'DE'),
  },
];

export const brands: readonly Brand[] = [
  ['Kade', 'kade'],
  ['Müller & Söhne', 'muller-sohne'],
  ['Noordlicht', 'noordlicht'],
  ["L'Étoile", 'letoile'],
  ['Studio "Veld"', 'studio-veld'],
  ['Hōseki 宝石', 'hoseki'],
].map(([name = '', handle = ''], index) => ({ id: index + 1, name, handle }));

const categoryRows: readonly (readonly [string, string, number | null])[] = [
  ['Tea', 'tea', null],
  ['Black tea', 'black-tea', 1],
  ['Green tea', 'green-tea', 1],
  ['Teaware', 'teaware', null],
  ['Cups & mugs', 'cups-mugs', 4],
  ['Textiles', 'textiles', null],
  ['Books & e-books', 'books-e-books', null],
  ['Gift cards', 'gift-cards', null],
  ['Küche', 'kueche', null],
];
export const categories: readonly Category[] = categoryRows.map(([name, handle, parentId], i) => ({
  id: i + 1,
  name,
  handle,
  parentId,
}));

export const tags: readonly Tag[] = [
  'new',
  'sale',
  'organic',
  'bio',
  'handmade',
  'gift',
  'café',
  'limited "first" run',
].map((name, index) => ({
  id: index + 1,
  name,
  handle: name
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '-'),
}));

export const coupons: readonly Coupon[] = [
  { id: 1, code: 'thanks10', title: 'Thanks 10 %', kind: 'percentage', value: 1000 },
  { id: 2, code: 'summer25', title: 'Summer 25 %', kind: 'percentage', value: 2500 },
  { id: 3, code: 'welcome5', title: 'Welcome € 5', kind: 'fixed_cart', value: 500 },
  { id: 4, code: 'mug2off', title: '€ 2 off a piece', kind: 'fixed_product', value: 200 },
  { id: 5, code: 'freeship', title: 'Free shipping', kind: 'free_shipping', value: 0 },
  { id: 6, code: 'onthehouse', title: 'On the house', kind: 'percentage', value: 10_000 },
  { id: 7, code: 'über-20%', title: 'Über 20 %', kind: 'percentage', value: 2000 },
];

export const taxRates: readonly TaxRate[] = [
  { id: 1, code: 'NL-BTW-21', title: 'BTW 21%', countryCode: 'NL', basisPoints: 2100 },
  { id: 2, code: 'NL-BTW-9', title: 'BTW 9%', countryCode: 'NL', basisPoints: 900 },
  { id: 3, code: 'DE-MWST-19', title: 'MwSt. 19%', countryCode: 'DE', basisPoints: 1900 },
  { id: 4, code: 'DE-MWST-7', title: 'MwSt. 7%', countryCode: 'DE', basisPoints: 700 },
  { id: 5, code: 'BE-BTW-21', title: 'TVA/BTW 21%', countryCode: 'BE', basisPoints: 2100 },
  { id: 6, code: 'BE-BTW-6', title: 'TVA/BTW 6%', countryCode: 'BE', basisPoints: 600 },
  { id: 7, code: 'FR-TVA-20', title: 'TVA 20%', countryCode: 'FR', basisPoints: 2000 },
  { id: 8, code: 'FR-TVA-55', title: 'TVA 5,5%', countryCode: 'FR', basisPoints: 550 },
  {
    id: 9,
    code: 'US-WA-STATE',
    title: 'Washington State Tax',
    countryCode: 'US',
    basisPoints: 650,
  },
  { id: 10, code: 'US-WA-KING', title: 'King County Tax', countryCode: 'US', basisPoints: 360 },
];

const rateOf = (id: number): readonly TaxRate[] => taxRates.filter((rate) => rate.id === id);
const none: readonly TaxRate[] = [];

const ratesByCountry: Readonly<Record<string, Readonly<Record<TaxClass, readonly TaxRate[]>>>> = {
  NL: { standard: rateOf(1), reduced: rateOf(2), zero: none },
  DE: { standard: rateOf(3), reduced: rateOf(4), zero: none },
  BE: { standard: rateOf(5), reduced: rateOf(6), zero: none },
  FR: { standard: rateOf(7), reduced: rateOf(8), zero: none },
  US: { standard: [...rateOf(9), ...rateOf(10)], reduced: rateOf(9), zero: none },
};

/** The rates that a country puts on a class of goods; none for exports. */
export function ratesFor(countryCode: string, taxClass: TaxClass): readonly TaxRate[] {
  return ratesByCountry[countryCode]?.[taxClass] ?? none;
}
