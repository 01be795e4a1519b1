// A client's accent colour as a small stylesheet, readable in light and dark whatever was chosen.
import { shortHash, type Theme, themed } from './assets.ts';
import { contrast, mix } from './colour.ts';

/** WCAG 2.2 AA for text. */
const LEAST_CONTRAST = 4.5;
const WHITE = '#ffffff';
const BLACK = '#000000';

/** The card of each theme, as in frame.css, and the end of the scale that its text goes to. */
const THEMES = {
  light: { card: '#ffffff', ground: '#f3f4f7', text: BLACK, tint: 0.07 },
  dark: { card: '#171b22', ground: '#0e1116', text: WHITE, tint: 0.12 },
} as const;

/** The variables of one theme. Buttons have the colour itself; what is written in it is moved until it can be read. */
function variablesOf(accent: string, theme: keyof typeof THEMES): Readonly<Record<string, string>> {
  const { card, ground, text, tint: share } = THEMES[theme];
  const tint = mix(card, accent, share);
  const onButton = contrast(accent, WHITE) >= contrast(accent, BLACK) ? WHITE : BLACK;
  const written = readable(accent, text, [card, ground, tint]);
  return {
    accent: written,
    'accent-strong': mix(written, text, 0.2),
    button: accent,
    'button-strong': mix(accent, onButton === WHITE ? BLACK : WHITE, 0.15),
    'on-button': onButton,
    tint,
  };
}

/** Moved towards the text's end of the scale until it stands out from all of these. */
function readable(colour: string, towards: string, from: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(colour, towards, share);
    if (from.every((other) => contrast(moved, other) >= LEAST_CONTRAST)) return moved;
  }
  return towards;
}

const rule = (accent: string, theme: keyof typeof THEMES): string =>
  `:root{${Object.entries(variablesOf(accent, theme))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** The stylesheet, and its file name, which changes with its content. */
export function accentStyle(
  accent: string,
  theme?: Theme,
): { readonly name: string; readonly content: string } {
  const both = `${rule(accent, 'light')}@media (prefers-color-scheme:dark){${rule(accent, 'dark')}}`;
  const content = themed(both, theme);
  const name = `${accent.slice(1)}${theme ? `-${theme}` : ''}.${shortHash(content)}.css`;
  return { name, content };
}

/** By its file name: it holds all there is to know, so that no one need be asked whose it is. */
export function accentStyleNamed(name: string): string | undefined {
  const [, digits, theme] = /^([0-9a-f]{6})(?:-(light|dark))?\.[0-9a-f]{12}\.css$/.exec(name) ?? [];
  const style =
    digits === undefined ? undefined : accentStyle(`#${digits}`, theme as Theme | undefined);
  return style?.name === name ? style.content : undefined;
}
