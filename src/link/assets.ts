// The stylesheet and the script of the link pages, each at an address that changes with its content,
// and the icon that browsers show.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Asset {
  /** Its file name, which changes with its content. */
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

function asset(file: string, type: string, parts: readonly string[]): Asset {
  const content = parts
    .map((part) => readFileSync(new URL(`assets/${part}`, import.meta.url), 'utf8'))
    .join('\n');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { name: file.replace('.', `.${hash}.`), type, content };
}

export const STYLE = asset('link.css', 'text/css; charset=utf-8', [
  'frame.css',
  'form.css',
  'ways.css',
  'list.css',
  'embed.css',
]);
export const SCRIPT = asset('link.js', 'text/javascript; charset=utf-8', ['link.js', 'embed.js']);
export const ASSETS: readonly Asset[] = [STYLE, SCRIPT];

const file = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url));

/** The same sign twice: as a drawing, and for browsers that ask for `favicon.ico` by themselves. */
export const ICONS = {
  svg: { type: 'image/svg+xml', content: file('favicon.svg') },
  ico: { type: 'image/x-icon', content: file('favicon.ico') },
} as const;
