// Colours as the pages need them: how far two are apart (WCAG 2.2, 1.4.3), and what lies between them.

/** Six hexadecimal digits after a `#`. */
const HEX = /^#[0-9a-f]{6}$/;

type Parts = readonly [red: number, green: number, blue: number];

function partsOf(colour: string): Parts {
  if (!HEX.test(colour)) throw new TypeError(`${colour} is not a colour such as #1d4ed8.`);
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function luminance(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** From 1 (alike) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** So much of the other colour, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const others = partsOf(other);
  const parts = partsOf(one).map((part, at) =>
    Math.round(part + ((others[at] ?? 0) - part) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}
