// Files of the pages: the stylesheet and the script of the link, each at an address that changes with
// its content, the icon that browsers show, and what other pages hold of such files.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LINK_PATHS, PATHS } from '../http/paths.ts';

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

const named = (file: string, type: string, content: string) => ({
  ...{ name: file.replace('.', `.${shortHash(content)}.`), type, content },
});

/** Its file name changes with its content. */
export const asset = (file: string, type: string, ...parts: readonly string[]) =>
  named(file, type, textOf('.', ...parts));

/** For what has another address as soon as it changes. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Without one it is the browser's. */
export type Theme = 'light' | 'dark';

/** A stylesheet under one theme, whatever the browser prefers. */
export const themed = (style: string, theme: Theme | undefined): string =>
  theme === undefined
    ? style
    : style
        .replaceAll(/\(prefers-color-scheme: ?dark\)/g, theme === 'dark' ? 'all' : 'not all')
        .replaceAll('color-scheme: light dark', `color-scheme: ${theme}`);

const STYLE = ['frame.css', 'form.css', 'ways.css', 'list.css', 'embed.css'];
const styleOf = (theme?: Theme) =>
  named(
    `link${theme ? `-${theme}` : ''}.css`,
    'text/css; charset=utf-8',
    themed(textOf('assets', ...STYLE), theme),
  );
export const STYLES = { auto: styleOf(), light: styleOf('light'), dark: styleOf('dark') } as const;
export const SCRIPT = asset(
  'link.js',
  'text/javascript; charset=utf-8',
  'assets/link.js',
  'assets/embed.js',
);
export const ASSETS = [...Object.values(STYLES), SCRIPT];

const icon = (path: string, name: string, type: string) => ({
  ...{ path, type, kept: 'public, max-age=86400' },
  content: readFileSync(new URL(`assets/${name}`, import.meta.url)),
});

/** The same sign twice: as a drawing, and for browsers that ask for `favicon.ico` by themselves. */
export const ICONS = [
  icon(LINK_PATHS.icon, 'favicon.svg', 'image/svg+xml'),
  icon(PATHS.icon, 'favicon.ico', 'image/x-icon'),
];
