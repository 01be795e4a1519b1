// The buyers of the catalogue: names with umlauts, quotes and emoji, companies, people without phone.
import { day, minute } from './moments.ts';
import type { Random } from './random.ts';
import type { Address, Customer, Instant } from './types.ts';

const firstNames = [
  'Joris', 'Sanne', 'Daan', 'Zoë', 'Jürgen', 'Käthe', 'François', 'Amélie', 'Siân', 'Björn',
  'Łukasz', 'Ana María', "D'Arcy", 'Noor', 'Mees', 'Anneliese', 'Søren', 'İpek', 'Yuki', 'Fatima',
]; // biome-ignore format: a table of names
const lastNames = [
  'Bakker', 'de Vries', 'van der Meer', 'Müller', 'Schäfer', 'Großmann', "O'Neill", 'Dupont',
  'Lefèvre', 'Jansen', 'Öztürk', 'Ångström', 'Smith & Sons', 'Nguyễn', 'Peeters', 'Weiß',
  'Kowalczyk', 'Tanaka', 'Al-Sabah', 'Stone',
]; // biome-ignore format: a table of names

interface Town {
  readonly city: string;
  readonly zip: string;
  readonly street: string;
  readonly province: string | null;
  readonly provinceCode: string | null;
}

const town = (
  city: string,
  zip: string,
  street: string,
  province?: string,
  code?: string,
): Town => ({
  city,
  zip,
  street,
  province: province ?? null,
  provinceCode: code ?? null,
});

const towns: Readonly<Record<string, readonly Town[]>> = {
  NL: [
    town('Amsterdam', '1012 AB', 'Damrak'),
    town('Utrecht', '3512 PA', 'Lange Nieuwstraat'),
    town("'s-Hertogenbosch", '5211 XX', 'Sint Josephstraat'),
    town('Groningen', '9711 LM', 'Oude Kijk in ’t Jatstraat'),
  ],
  DE: [
    town('München', '80331', 'Sendlinger Straße'),
    town('Köln', '50667', 'Hohe Straße'),
    town('Görlitz', '02826', 'Brüderstraße'),
  ],
  BE: [town('Gent', '9000', 'Veldstraat'), town('Liège', '4000', 'Rue Léopold')],
  FR: [town('Paris', '75004', 'Rue de Rivoli'), town('Orléans', '45000', "Rue Jeanne d'Arc")],
  GB: [town('London', 'SW1A 1AA', 'Birdcage Walk'), town('York', 'YO1 7HH', 'Shambles')],
  US: [
    town('Seattle', '98101', 'Pike Street', 'Washington', 'WA'),
    town('Redmond', '98052', 'Bear Creek Parkway', 'Washington', 'WA'),
  ],
  JP: [town('Tokyo', '150-0001', 'Jingumae', 'Tokyo', 'JP-13')],
  KW: [town('Kuwait City', '13001', 'Arabian Gulf Street')],
  CH: [town('Zürich', '8001', 'Bahnhofstrasse', 'Zürich', 'ZH')],
};

const locales: Readonly<Record<string, string>> = {
  NL: 'nl-NL', DE: 'de-DE', BE: 'nl-BE', FR: 'fr-FR', GB: 'en-GB', US: 'en-US', JP: 'ja-JP', KW: 'ar-KW', CH: 'de-CH',
}; // biome-ignore format: a table

const dialling: Readonly<Record<string, string>> = {
  NL: '+31', DE: '+49', BE: '+32', FR: '+33', GB: '+44', US: '+1', JP: '+81', KW: '+965', CH: '+41',
}; // biome-ignore format: a table

export function localeOf(countryCode: string): string {
  return locales[countryCode] ?? 'en-GB';
}

export function addressIn(
  random: Random,
  countryCode: string,
  firstName: string,
  lastName: string,
  company: string | null,
): Address {
  const { city, zip, street, province, provinceCode } = random.pick(towns[countryCode] ?? []);
  const houseNumber = String(random.int(1, 240));
  const extension = random.chance(15) ? random.pick(['A', 'B', 'bis', 'II']) : null;
  const number = extension === null ? houseNumber : `${houseNumber} ${extension}`;
  const numberFirst = countryCode === 'US' || countryCode === 'GB' || countryCode === 'FR';
  return {
    firstName,
    lastName,
    company,
    address1: numberFirst ? `${number} ${street}` : `${street} ${number}`,
    address2: random.chance(12) ? random.pick(['Unit 3', '2e verdieping', 'c/o "Hofje"']) : null,
    street,
    houseNumber,
    houseNumberExtension: extension,
    city,
    province,
    provinceCode,
    zip,
    countryCode,
    phone: random.chance(80) ? phoneIn(random, countryCode) : null,
  };
}

export function personName(random: Random): readonly [firstName: string, lastName: string] {
  return [random.pick(firstNames), random.pick(lastNames)];
}

/** example.com and its like never reach anyone. */
export function emailOf(firstName: string, lastName: string, id: string): string {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ł', 'l')
      .replaceAll('ø', 'o')
      .replace(/[^a-z]/g, '');
  return `${plain(firstName)}.${plain(lastName)}.${id}@example.com`;
}

export function phoneIn(random: Random, countryCode: string): string {
  return `${dialling[countryCode] ?? '+31'} ${random.int(10, 99)} 555 ${random.int(1000, 9999)}`;
}

const spread = ['NL', 'NL', 'NL', 'NL', 'DE', 'DE', 'BE', 'FR', 'GB', 'US', 'JP', 'KW', 'CH'];
const companies = ['Stone & Co', 'Café Zürich GmbH', 'Bakkerij "De Ster" B.V.', 'Thé <Royal> SARL'];

export function customersOf(random: Random, first: Instant, count: number): readonly Customer[] {
  return Array.from({ length: count }, (_, index): Customer => {
    const id = index + 1;
    const countryCode = spread[index % spread.length] ?? 'NL';
    const [firstName, lastName] = personName(random);
    const company = index % 9 === 0 ? random.pick(companies) : null;
    const createdAt = first - random.int(1, 400) * day + random.int(0, 1439) * minute;
    const address =
      index % 23 === 22 ? null : addressIn(random, countryCode, firstName, lastName, company);
    const acceptsMarketing = random.chance(40);
    return {
      id,
      createdAt,
      updatedAt: createdAt + random.int(0, 300) * day,
      firstName,
      lastName,
      email: emailOf(firstName, lastName, String(id)),
      phone: address?.phone ?? null,
      company,
      vatNumber: company === null ? null : `${countryCode}${random.int(100000000, 999999999)}B01`,
      taxExempt: index % 31 === 30,
      verifiedEmail: index % 7 !== 6,
      acceptsMarketing,
      marketingUpdatedAt: acceptsMarketing ? createdAt + 3 * minute : null,
      locale: localeOf(countryCode),
      note: index % 17 === 16 ? 'Calls first ☎️\nPrefers <b>evening</b> delivery' : null,
      tags: index % 11 === 10 ? ['vip', 'wholesale, large'] : [],
      address,
    };
  });
}
