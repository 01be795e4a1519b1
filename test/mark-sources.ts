// Where the vendors' marks come from, and the file that each becomes in its channel's folder.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Source {
  readonly from: 'simple-icons' | 'font-awesome';
  readonly icon: string;
  /** The brand's own, on which the sign stands. */
  readonly colour: string;
  /** For a drawing that does not fill its box. */
  readonly size?: number;
}

/**
 * Simple Icons where it has the mark; it has neither Amazon's nor Magento's, which Font Awesome has.
 * No maintained free package has those of bol, Lightspeed, Mirakl and Sharetribe.
 */
export const SOURCES: Readonly<Record<string, Source>> = {
  amazon: { from: 'font-awesome', icon: 'faAmazon', colour: '#ff9900' },
  bigcommerce: { from: 'simple-icons', icon: 'bigcommerce', colour: '#121118' },
  magento: { from: 'font-awesome', icon: 'faMagento', colour: '#e1552a' },
  shopify: { from: 'simple-icons', icon: 'shopify', colour: '#5e8e3e' },
  woocommerce: { from: 'simple-icons', icon: 'woo', colour: '#873eff', size: 31 },
};

const LICENCES = {
  'simple-icons': 'Simple Icons (simpleicons.org), CC0 1.0',
  'font-awesome': 'Font Awesome Free (fontawesome.com), CC BY 4.0',
} as const;

interface Drawing {
  readonly box: string;
  readonly path: string;
}

function drawingOf({ from, icon }: Source): Drawing {
  if (from === 'simple-icons') {
    const svg = readFileSync(require.resolve(`simple-icons/icons/${icon}.svg`), 'utf8');
    const [, box = '', path = ''] = /viewBox="([^"]+)".*<path d="([^"]+)"/s.exec(svg) ?? [];
    return { box, path };
  }
  const { width, height, svgPathData } = require(
    `@fortawesome/free-brands-svg-icons/${icon}`,
  ) as Readonly<Record<'width' | 'height' | 'svgPathData', string>>;
  return { box: `0 0 ${width} ${height}`, path: svgPathData };
}

/** The file as it must be. */
export function markFileOf(channel: string): { readonly path: string; readonly text: string } {
  const source = SOURCES[channel];
  if (!source) throw new TypeError(`No package has a mark for "${channel}".`);
  const { box, path } = drawingOf(source);
  const text = `// The vendor's own mark, a trademark of its owner. From ${LICENCES[source.from]}.
// Written by "npm run marks".
import type { Mark } from '../mark.ts';

export const mark: Mark = {
  colour: '${source.colour}',
  box: '${box}',
  path: '${path}',${source.size === undefined ? '' : `\n  size: ${source.size},`}
};
`;
  return { path: `src/channels/${channel}/mark.ts`, text };
}
