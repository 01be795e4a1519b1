// What a shop calls its variants.
import type { LightspeedShop } from './shops.ts';

/** `Colour: Blue, Size: S`; what the only variant is called depends on the shop's language. */
export function variantTitle(
  options: readonly { readonly name: string; readonly value: string }[],
  { languages }: LightspeedShop,
): string {
  if (options.length === 0) return languages[0] === 'nl' ? 'Standaard' : 'Default';
  return options.map(({ name, value }) => `${name}: ${value}`).join(', ');
}
