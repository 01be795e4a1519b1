// Files of the pages: the stylesheet and the script of the link, each at an address that changes with
// its content, the icon that browsers show, and what other pages hold of such files.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Files of a folder beside this one, as one text. */
export const textOf = (folder: string, ...names: readonly string[]): string =>
  names
    .map((name) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8'))
    .join('\n');

export const shortHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 12);

/** How a policy allows one inline script or style. */
export const policyHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Its file name changes with its content. */
export function asset(file: string, type: string, ...parts: readonly string[]) {
  const content = textOf('.', ...parts);
  return { name: file.replace('.', `.${shortHash(content)}.`), type, content };
}

export const STYLE = asset(
  ...(['link.css', 'text/css; charset=utf-8'] as const),
  ...['frame.css', 'form.css', 'ways.css', 'list.css', 'embed.css'].map((one) => `assets/${one}`),
);
export const SCRIPT = asset(
  'link.js',
  'text/javascript; charset=utf-8',
  'assets/link.js',
  'assets/embed.js',
);
export const ASSETS = [STYLE, SCRIPT];

const icon = (name: string, type: string) => ({
  type,
  content: readFileSync(new URL(`assets/${name}`, import.meta.url)),
});

/** The same sign twice: as a drawing, and for browsers that ask for `favicon.ico` by themselves. */
export const ICONS = {
  svg: icon('favicon.svg', 'image/svg+xml'),
  ico: icon('favicon.ico', 'image/x-icon'),
} as const;
