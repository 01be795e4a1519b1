// Small drawings: the vendor's mark or, where there is none, a shop front; and the signs of the pages.
import type { Mark } from '../../channels/mark.ts';
import { contrast } from '../colour.ts';
import { type Html, html } from '../html.ts';

export interface Drawn {
  readonly title: string;
  readonly mark: Mark | undefined;
}

export const markOf = ({ title, mark }: Drawn): Html =>
  mark ? vendorMark(mark) : shopFront(title);

/** White stands well enough on most colours; on a pale one the sign is dark. */
const WHITE = '#ffffff';
const DARK = '#14181f';
const LEAST_CONTRAST = 3;

const vendorMark = ({ colour, box, path, size = 22 }: Mark): Html =>
  html`<svg class="mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
<rect class="edge" x=".5" y=".5" width="39" height="39" rx="10.5" fill="${colour}"/>
<svg x="${20 - size / 2}" y="${20 - size / 2}" width="${size}" height="${size}" viewBox="${box}" fill="${contrast(colour, WHITE) < LEAST_CONTRAST ? DARK : WHITE}"><path d="${path}"/></svg></svg>`;

/** The same neutral drawing for all that have no mark, with the beginning of the name. */
function shopFront(title: string): Html {
  const letters = [...title.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, 2).join('');
  return html`<svg class="mark neutral" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
<rect x=".5" y=".5" width="39" height="39" rx="10.5"/>
<path d="M10 7h20l3 7a3.8 3.8 0 0 1-6.5 2.6 4.5 4.5 0 0 1-6.5 0 4.5 4.5 0 0 1-6.5 0A3.8 3.8 0 0 1 7 14z"/>
<text x="20" y="32">${letters}</text></svg>`;
}

const sign = (drawing: Html, name = ''): Html =>
  html`<svg${name ? html` class="${name}"` : ''} viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${drawing}</svg>`;

export const check = sign(html`<path d="m4 10.5 4 4 8-9"/>`);
export const chevron = sign(html`<path d="m7.5 4.5 5.5 5.5-5.5 5.5"/>`, 'chevron');
export const arrowLeft = sign(html`<path d="M12.5 4.5 7 10l5.5 5.5"/>`);
export const alert = sign(html`<path d="M10 6v5M10 14.2v.1"/><circle cx="10" cy="10" r="8"/>`);
