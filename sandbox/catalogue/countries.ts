// English names and alpha-3 codes of the countries that occur in the catalogue.

export interface Country {
  readonly code: string;
  readonly alpha3: string;
  readonly name: string;
}

const list: readonly Country[] = [
  { code: 'NL', alpha3: 'NLD', name: 'Netherlands' },
  { code: 'BE', alpha3: 'BEL', name: 'Belgium' },
  { code: 'DE', alpha3: 'DEU', name: 'Germany' },
  { code: 'FR', alpha3: 'FRA', name: 'France' },
  { code: 'GB', alpha3: 'GBR', name: 'United Kingdom' },
  { code: 'US', alpha3: 'USA', name: 'United States' },
  { code: 'JP', alpha3: 'JPN', name: 'Japan' },
  { code: 'KW', alpha3: 'KWT', name: 'Kuwait' },
  { code: 'CH', alpha3: 'CHE', name: 'Switzerland' },
];

const byCode = new Map(list.map((country) => [country.code, country]));

export function country(code: string): Country {
  const found = byCode.get(code);
  if (found === undefined) throw new Error(`no country ${code} in the catalogue`);
  return found;
}
