// A page of the channel's own, drawn by few words, with the place lit up that a step is about. The
// sentences beside it say the same, so that it is hidden from those who hear the page.
import type { Drawing } from '../../link/linking.ts';
import { type Html, html } from '../html.ts';

const WIDTH = 320;
/** Of a letter, on average; what does not fit is cut, as a narrow window would. */
const LETTER = 5.9;
const ROW = 24;

const fitted = (text: string, width: number): string => {
  const most = Math.floor(width / LETTER);
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
};

const text = (x: number, y: number, words: string, width: number, name = ''): Html =>
  html`<text x="${x}" y="${y}"${name !== '' && html` class="${name}"`}>${fitted(words, width)}</text>`;

const box = (x: number, y: number, width: number, height: number, name: string): Html =>
  html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="${name}"/>`;

/** Where there is something that does not matter here. */
const line = (x: number, y: number, width: number): Html => box(x, y, width, 6, 'blur');

export function drawingOf(drawing: Drawing): Html {
  const { height, parts } = DRAWN[drawing.kind](drawing as never);
  return html`<svg class="drawing" viewBox="0 0 ${WIDTH} ${height}" aria-hidden="true" focusable="false">
<rect x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="9" class="window"/>
<path d="M0 30.5h${WIDTH}" class="edge"/>
<circle cx="14" cy="15" r="3.5" class="blur"/><circle cx="25" cy="15" r="3.5" class="blur"/><circle cx="36" cy="15" r="3.5" class="blur"/>
${parts}</svg>`;
}

interface Drawn {
  readonly height: number;
  readonly parts: Html;
}

type Of<Kind extends Drawing['kind']> = Extract<Drawing, { readonly kind: Kind }>;

const DRAWN: { readonly [Kind in Drawing['kind']]: (drawing: Of<Kind>) => Drawn } = {
  address: ({ text: address }) => ({
    height: 96,
    parts: html`${box(50, 5, WIDTH - 58, 20, 'lit')}${text(58, 19, address.replace(/^https:\/\//, ''), WIDTH - 74, 'strong')}
${line(20, 48, 110)}${line(20, 62, 200)}${line(20, 76, 160)}`,
  }),

  menu: ({ parts, button }) => {
    const height = 52 + Math.max(parts.length, 3) * ROW;
    const last = parts.length - 1;
    const x = (at: number) => 14 + at * 8;
    return {
      height,
      parts: html`${line(50, 12, 140)}<path d="M176.5 31v${height - 32}" class="edge"/>
${line(14, 42, 60)}
${parts.map((part, at) => html`${at === last && box(x(at) - 6, 55 + at * ROW, 176 - x(at), 20, button === undefined ? 'lit' : 'soft')}${text(x(at), 69 + at * ROW, part, 164 - x(at), at === last ? 'strong' : '')}`)}
${line(192, 44, 70)}${line(192, 58, 108)}${button !== undefined && html`${box(192, 76, 116, 26, 'lit')}${text(200, 93, button, 102, 'strong')}`}`,
    };
  },

  values: ({ labels, lit }) => ({
    height: 44 + labels.length * 46,
    parts: html`${line(50, 12, 140)}
${labels.map((label, at) => {
  const y = 42 + at * 46;
  return html`${text(20, y + 8, label, WIDTH - 40, at === lit ? 'strong' : '')}${box(20, y + 14, WIDTH - 40, 22, at === lit ? 'lit' : 'plain')}<path d="M30 ${y + 25}h${at === lit ? 150 : 110}" class="dots"/>
${at === lit && html`<path d="M${WIDTH - 40} ${y + 20}h7v8h-7zm3 0v-3h7v8h-3" class="sign"/>`}`;
})}`,
  }),
};
