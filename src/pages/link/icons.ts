// Small drawings: the vendor's mark or, where there is none, its letters; and the signs of the pages.
import type { Mark } from '../../channels/mark.ts';
import { contrast } from '../colour.ts';
import { type Html, html } from '../html.ts';

export interface Drawn {
  readonly title: string;
  /** A number of its own, for the colour of its letters. */
  readonly tone: number;
  readonly mark: Mark | undefined;
}

const TONES = 9;

/** The pattern behind letters, so that no two neighbours look alike. */
const PATTERNS: readonly Html[] = [
  html`<circle cx="38" cy="2" r="13"/>`,
  html`<path d="M24-4 44 16"/><path d="M17-4 44 23"/>`,
  html`<path d="M-2 36q10-8 20 0t24 0"/>`,
];

export const markOf = ({ title, tone, mark }: Drawn): Html =>
  mark ? vendorMark(mark) : lettersOf(title, tone);

/** White stands well enough on most colours; on a pale one the sign is dark. */
const WHITE = '#ffffff';
const DARK = '#14181f';
const LEAST_CONTRAST = 3;

const vendorMark = ({ colour, box, path, size = 22 }: Mark): Html =>
  html`<svg class="mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
<rect class="edge" x=".5" y=".5" width="39" height="39" rx="10.5" fill="${colour}"/>
<svg x="${20 - size / 2}" y="${20 - size / 2}" width="${size}" height="${size}" viewBox="${box}" fill="${contrast(colour, WHITE) < LEAST_CONTRAST ? DARK : WHITE}"><path d="${path}"/></svg></svg>`;

function lettersOf(title: string, tone: number): Html {
  const letters = [...title.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, 2).join('');
  return html`<svg class="mark letters tone-${tone % TONES}" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
<clipPath id="tile-${tone}"><rect width="40" height="40" rx="11"/></clipPath>
<g clip-path="url(#tile-${tone})"><rect width="40" height="40"/>${PATTERNS[tone % PATTERNS.length]}</g>
<text x="20" y="26">${letters}</text></svg>`;
}

const sign = (drawing: Html, name = ''): Html =>
  html`<svg${name ? html` class="${name}"` : ''} viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${drawing}</svg>`;

export const check = sign(html`<path d="m4 10.5 4 4 8-9"/>`);
export const chevron = sign(html`<path d="m7.5 4.5 5.5 5.5-5.5 5.5"/>`, 'chevron');
export const arrowLeft = sign(html`<path d="M12.5 4.5 7 10l5.5 5.5"/>`);
export const alert = sign(html`<path d="M10 6v5M10 14.2v.1"/><circle cx="10" cy="10" r="8"/>`);
