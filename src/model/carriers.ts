// Carriers of parcels: one list for all channels, and how what people write is found in it. Pure.
import { nearest } from './nearest.ts';
import { folded } from './text.ts';

/**
 * By id: its name, the countries it is at home in (none for those that are in most of the world), and
 * what else people call it. A brand has rows of its own for a country where vendors know them apart.
 */
const ROWS = [
  ['4px', '4PX', 'CN', '4PX Express', 'Four PX'],
  ['an_post', 'An Post', 'IE'],
  ['aramex', 'Aramex', 'AE AU NZ SA ZA', 'Aramex International'],
  ['australia_post', 'Australia Post', 'AU', 'AusPost', 'Aussie Post'],
  ['austrian_post', 'Österreichische Post', 'AT', 'Oesterreichische Post'],
  ['blue_dart', 'Blue Dart', 'IN', 'Blue Dart Express'],
  ['bpost', 'bpost', 'BE', 'Belgian Post', 'Belgium Post'],
  ['bring', 'Bring', 'DK FI NO SE', 'Posten Norge', 'Posten Bring'],
  ['brt', 'BRT', 'IT', 'Bartolini', 'BRT Bartolini', 'BRT Corriere Espresso'],
  ['budbee', 'Budbee', 'BE DK FI NL SE'],
  ['canada_post', 'Canada Post', 'CA', 'Postes Canada'],
  ['ceska_posta', 'Česká pošta', 'CZ', 'Czech Post'],
  ['china_post', 'China Post', 'CN'],
  ['chronopost', 'Chronopost', 'FR', 'Chronopost France'],
  ['colis_prive', 'Colis Privé', 'FR'],
  ['colissimo', 'Colissimo', 'FR', 'La Poste Colissimo', 'Colissimo La Poste', 'Coliposte'],
  ['correios', 'Correios', 'BR', 'Correios Brasil', 'Brazil Correios'],
  ['correos', 'Correos', 'ES', 'Correos España', 'Correos Spain'],
  ['correos_express', 'Correos Express', 'ES PT', 'Chrono Express'],
  ['ctt', 'CTT', 'PT', 'CTT Correios', 'Correios de Portugal', 'CTT Portugal'],
  ['ctt_express', 'CTT Express', 'ES PT', 'Tourline Express', 'Tourline'],
  ['cycloon', 'Cycloon', 'NL', 'Cycloon Fietskoeriers'],
  ['delhivery', 'Delhivery', 'IN'],
  ['deutsche_post', 'Deutsche Post', 'DE'],
  ['dhl', 'DHL', ''],
  ['dhl_ecommerce', 'DHL eCommerce', '', 'DHL Global Mail', 'DHL eCommerce Solutions'],
  ['dhl_express', 'DHL Express', '', 'DHL Express Worldwide', 'DHL International'],
  ['dhl_paket', 'DHL Paket', 'DE', 'DHL Germany', 'DHL Deutschland', 'DHL DE', 'Deutsche Post DHL'],
  ['dhl_parcel_nl', 'DHL Parcel NL', 'NL', 'DHL For You', 'DHL NL', 'DHL eCommerce NL'],
  ['dhl_parcel_uk', 'DHL Parcel UK', 'GB', 'UK Mail', 'DHL eCommerce UK'],
  ['dpd', 'DPD', ''],
  ['dpd_be', 'DPD Belgium', 'BE', 'DPD België', 'DPD Belgique'],
  ['dpd_de', 'DPD Germany', 'DE', 'DPD Deutschland'],
  ['dpd_fr', 'DPD France', 'FR'],
  ['dpd_ie', 'DPD Ireland', 'IE'],
  ['dpd_nl', 'DPD Netherlands', 'NL', 'DPD Nederland'],
  ['dpd_uk', 'DPD UK', 'GB', 'DPD United Kingdom'],
  ['evri', 'Evri', 'GB', 'Hermes UK', 'Evri (Hermes)'],
  ['fedex', 'FedEx', '', 'Federal Express', 'FedEx Express', 'FedEx Ground'],
  ['gls', 'GLS', '', 'General Logistics Systems'],
  ['hermes', 'Hermes Germany', 'DE', 'Hermes Logistik Gruppe', 'Hermes Deutschland'],
  ['india_post', 'India Post', 'IN'],
  ['inpost', 'InPost', 'FR GB IT PL', 'InPost Paczkomaty', 'Paczkomaty'],
  ['japan_post', 'Japan Post', 'JP', 'JP Post'],
  ['la_poste', 'La Poste', 'FR', 'La Poste France'],
  ['mondial_relay', 'Mondial Relay', 'BE ES FR', 'Mondial Relay France', 'Punto Pack'],
  ['mrw', 'MRW', 'ES PT'],
  ['nacex', 'Nacex', 'ES PT'],
  ['new_zealand_post', 'New Zealand Post', 'NZ', 'NZ Post'],
  ['ontrac', 'OnTrac', 'US'],
  ['packeta', 'Packeta', 'CZ HU PL RO SK', 'Zásilkovna'],
  ['packs', 'Packs', 'NL'],
  ['parcelforce', 'Parcelforce', 'GB', 'Parcelforce Worldwide'],
  ['poczta_polska', 'Poczta Polska', 'PL', 'Polish Post', 'Pocztex'],
  ['poste_italiane', 'Poste Italiane', 'IT'],
  ['posti', 'Posti', 'FI', 'Itella', 'Finland Post'],
  ['postnl', 'PostNL', 'BE NL', 'TNT Post', 'PostNL Domestic', 'PostNL Pakketten'],
  ['postnord', 'PostNord', 'DK FI NO SE', 'PostNord Logistics'],
  ['purolator', 'Purolator', 'CA', 'Purolator Courier'],
  ['royal_mail', 'Royal Mail', 'GB'],
  ['sagawa', 'Sagawa', 'JP', 'Sagawa Express'],
  ['sda', 'SDA', 'IT', 'SDA Express Courier', 'Italy SDA'],
  ['seur', 'SEUR', 'ES PT'],
  ['sf_express', 'SF Express', 'CN HK', 'Shunfeng', 'Shun Feng Express'],
  ['singapore_post', 'Singapore Post', 'SG', 'SingPost'],
  ['startrack', 'StarTrack', 'AU', 'StarTrack Express'],
  ['swiss_post', 'Swiss Post', 'CH', 'Die Schweizerische Post', 'La Poste Suisse', 'Post CH'],
  ['tnt_express', 'TNT Express', '', 'TNT', 'TNT International'],
  ['transmission', 'TransMission', 'NL', 'TransMission Logistiek'],
  ['trunkrs', 'Trunkrs', 'BE NL'],
  ['ups', 'UPS', '', 'United Parcel Service'],
  ['usps', 'USPS', 'US', 'US Postal Service', 'United States Postal Service'],
  ['yamato', 'Yamato', 'JP', 'Yamato Transport', 'Kuroneko Yamato', 'TA-Q-BIN'],
  ['yanwen', 'Yanwen', 'CN', 'Yanwen Logistics'],
  ['yodel', 'Yodel', 'GB', 'Yodel Direct'],
  ['yunexpress', 'YunExpress', 'CN'],
] as const satisfies readonly (readonly [string, string, string, ...string[]])[];

export type CarrierId = (typeof ROWS)[number][0];

/** What has a name, and perhaps others. */
export interface Named {
  readonly name: string;
  readonly also: readonly string[];
}

export interface Carrier extends Named {
  readonly id: CarrierId;
  /** Two letters each (ISO 3166-1), sorted; none: it is in most of the world. */
  readonly countries: readonly string[];
}

export const CARRIERS: readonly Carrier[] = ROWS.map(([id, name, countries, ...also]) => ({
  id,
  name,
  also,
  countries: countries === '' ? [] : countries.split(' '),
}));

const byName = new Map(
  CARRIERS.flatMap((carrier) =>
    [carrier.id, carrier.name, ...carrier.also].map((name) => [folded(name), carrier] as const),
  ),
);

/** Longer than any name of a carrier. */
const LONGEST = 100;

export const carrierOf = (text: string): Carrier | undefined =>
  text.length > LONGEST ? undefined : byName.get(folded(text));

export function nearestCarriers(text: string, among: readonly Named[]): readonly string[] {
  const called = new Map(
    among.flatMap(({ name, also }) => [name, ...also].map((one) => [folded(one), name] as const)),
  );
  const wanted = folded(text.slice(0, LONGEST));
  const names = [...called.keys()];
  // A brand without its country, or with more behind it, is nearer than any slip of the pen.
  const begun = names.filter((one) => one.startsWith(wanted) || wanted.startsWith(one));
  const close = begun.length > 0 && wanted !== '' ? begun : nearest(wanted, names);
  return [...new Set(close.map((one) => called.get(one) ?? one))].slice(0, 3);
}
