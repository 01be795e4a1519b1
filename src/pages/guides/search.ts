// Search over the guides: every section of every page, looked through for the words that were typed.
import { lexer } from 'marked';
import { DOCS_PATHS } from '../../http/paths.ts';
import { type Html, html } from '../html.ts';
import { partsOf, plainOf } from './markdown.ts';

export type Section = ReturnType<typeof sectionsOf>[number];

/** Whatever is typed, no more of it is looked for. */
const LONGEST = 120;
const MOST_WORDS = 8;
const SHOWN = 20;
const EXCERPT = 180;

/** What is looked for: words, and names such as `updated_at` or `/readyz`, each by its beginning. */
export const wordsOf = (typed: string): readonly string[] => [
  ...new Set(comparable(typed.slice(0, LONGEST)).split(' ').filter(Boolean).slice(0, MOST_WORDS)),
];

const comparable = (text: string): string =>
  ` ${text.toLowerCase()}`.replaceAll(/[^\p{L}\p{N}_]/gu, ' ');

/** The sections of a page; the first stands for the page itself, and has no heading. */
export function sectionsOf(name: string, markdown: string, aside: boolean) {
  const parts = partsOf(lexer(markdown));
  const page = parts[0]?.heading ?? '';
  return parts.map(({ id, heading: title, depth, tokens: [, ...rest] }) => {
    const [heading, anchor] = depth === 1 ? ['', ''] : [title, `#${id}`];
    const shown = rest.filter(({ type }) => type !== 'html').map((token) => plainOf([token]));
    const text = shown.join(' ').replaceAll(/\s+/g, ' ').trim();
    return {
      ...{ address: DOCS_PATHS.guide(name) + anchor, page, heading, text },
      /** Whether it is looked at after the others. */
      aside,
    };
  });
}

/** A section as it is compared: in small letters, every word after a space. */
const indexed = (section: Section) => ({
  ...section,
  titles: comparable(`${section.page} ${section.heading}`),
  words: comparable(section.text),
});

export function openSearch(sections: readonly Section[]) {
  const index = sections.map(indexed);
  return (typed: string): readonly Section[] => {
    const words = wordsOf(typed);
    if (words.length === 0) return [];
    return index
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ section }) => section);
  };
}

/** Every word must be there; one in a title, and one as it was typed, count more. */
function scoreOf(
  { heading, titles, words: text, aside }: ReturnType<typeof indexed>,
  words: readonly string[],
): number {
  let score = 0;
  for (const word of words) {
    const inTitle = titles.includes(` ${word}`);
    if (!inTitle && !text.includes(` ${word}`)) return 0;
    score += inTitle ? 8 : 1;
    if (`${titles} `.includes(` ${word} `)) score += 4;
    else if (`${text} `.includes(` ${word} `)) score += 2;
  }
  // A page's own beginning comes before its parts.
  return (heading === '' ? score + 1 : score) / (aside ? 4 : 1);
}

/** The answer, on the page of its own and below the field that asked. */
export function foundOf(typed: string, found: readonly Section[]): Html {
  const words = wordsOf(typed);
  const count =
    words.length === 0
      ? 'Type what you look for.'
      : found.length === 0
        ? 'Nothing was found. Fewer words, or their beginnings, find more.'
        : found.length === 1
          ? 'Found in one place'
          : `Found in ${found.length} places${found.length > SHOWN ? `; these are the first ${SHOWN}` : ''}`;
  return html`<p role="status">${count}</p>${
    found.length > 0 &&
    html`<ol>${found
      .slice(0, SHOWN)
      .map(
        ({ address, page, heading, text }) =>
          html`<li><a href="${address}">${heading === '' ? page : html`${page}: ${heading}`}</a><p>${excerpt(text, words)}</p></li>`,
      )}</ol>`
  }`;
}

/** Around the first word that was found, with all of them marked. */
function excerpt(text: string, words: readonly string[]): readonly (Html | string)[] {
  const compared = comparable(text);
  const places = words.map((word) => compared.indexOf(` ${word}`)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const begin = first < EXCERPT / 2 ? 0 : text.lastIndexOf(' ', first - EXCERPT / 3) + 1;
  const part = text.slice(begin, begin + EXCERPT);
  const parts: (Html | string)[] = begin > 0 ? ['… '] : [];
  let end = 0;
  const within = comparable(part);
  for (let at = 0; at < part.length; at++) {
    const word =
      at < end || within[at] !== ' '
        ? undefined
        : words.find((each) => within.startsWith(each, at + 1));
    if (word === undefined) continue;
    parts.push(part.slice(end, at), html`<mark>${part.slice(at, at + word.length)}</mark>`);
    end = at + word.length;
  }
  return [...parts, part.slice(end), begin + EXCERPT < text.length ? ' …' : ''];
}
