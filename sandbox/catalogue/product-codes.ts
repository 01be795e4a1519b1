// Codes that a product carries: its handle and an EAN-13 with a right check digit.

/** Lower-case letters, digits and hyphens; the number keeps two equal titles apart. */
export function handleOf(title: string, id: number): string {
  const slug = title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug.endsWith(String(id)) ? slug : `${slug}-${id}`;
}

/** 871 is the prefix of the Netherlands. */
export function barcode(serial: number): string {
  const digits = `871${String(2_000_000_00 + serial).padStart(9, '0')}`;
  let sum = 0;
  for (let i = 0; i < 12; i += 1) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return digits + String((10 - (sum % 10)) % 10);
}
