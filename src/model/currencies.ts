// Decimals of every currency, from ISO 4217 list one. Not from `Intl`, which knows display habits.

/**
 * Codes by their minor units. The standard's list of 25 June 2024, and what later amendments added
 * (XAD, XCG). Metals, funds' units and the codes for testing have no minor unit and are left out.
 */
const CODES_BY_DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN
      BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP
      GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
      LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK
      NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
      STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
      YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

export const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DECIMALS).flatMap(([places, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(places)] as const),
  ),
);

/** How many decimals a currency is written with: 2 for EUR, 0 for JPY, 3 for KWD; 2 if unknown. */
export function decimals(currency: string | null | undefined): number {
  if (!currency) return 2;
  return DECIMALS.get(currency) ?? DECIMALS.get(currency.toUpperCase()) ?? 2;
}
