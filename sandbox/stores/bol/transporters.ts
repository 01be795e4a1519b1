// The transporters that bol takes, by its codes, and what everybody else calls some of them.

/** "allowed values" of bol's own refusal; PostNL is still TNT there. */
export const transporterCodes = [
  'AMPERE', 'BPOST_BE', 'BPOST_BRIEF', 'BRIEFPOST', 'BUDBEE', 'COURIER', 'CYCLOON', 'DHL',
  'DHL-GLOBAL-MAIL', 'DHL-SD', 'DHLFORYOU', 'DHL_DE', 'DPD-BE', 'DPD-NL', 'DYL', 'FEDEX_BE', 'FEDEX_NL',
  'GLS', 'OTHER', 'PACKS', 'PARCEL-NL', 'PES', 'TNT', 'TNT-EXPRESS', 'TNT-EXTRA', 'TNT_BRIEF',
  'TRANSMISSION', 'TRUNKRS', 'TSN', 'UPS',
]; // biome-ignore format: a table

const names: Readonly<Record<string, string>> = {
  TNT: 'PostNL',
  'DPD-NL': 'DPD',
  BPOST_BE: 'bpost',
  FEDEX_NL: 'FedEx',
};

export const carrierOf = (code: string): string => names[code] ?? code;

/** A carrier that another vendor was given may have no code here. */
export function transporterOf(carrier: string | null): string {
  const [named] = Object.entries(names).find(([, name]) => name === carrier) ?? [];
  return named ?? transporterCodes.find((code) => code === carrier) ?? 'OTHER';
}
