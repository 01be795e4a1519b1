// Web pages of strangers: their tags and words, read by a tokenizer within a bound, and their links.
import { createRequire } from 'node:module';

export interface Tag {
  /** In small letters. */
  readonly name: string;
  /** By their names in small letters, without entities. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** How much of a page is read, in bytes or characters: what names its maker stands in its head. */
export const PAGE_SIZE = 256 * 1024;
const MOST_TAGS = 10_000;
const MOST_ATTRIBUTES = 100;

/** Its modules would be a twentieth of every start; few pages are ever read. */
const require = createRequire(import.meta.url);
const load = () => require('htmlparser2') as typeof import('htmlparser2');

/**
 * The first tag that is looked for. The tokenizer alone: a tree, or what the parser keeps to close
 * tags, grows with the square of a page that only opens them.
 */
export function findTag(page: string, isIt: (tag: Tag) => boolean): Tag | undefined {
  const html = page.slice(0, PAGE_SIZE);
  let found: Tag | undefined;
  let tags = 0;
  let tag: { name: string; attributes: Map<string, string> } | undefined;
  let [attribute, value] = ['', ''];
  const end = () => {
    if (tag && isIt(tag)) found = tag;
    if (found || ++tags === MOST_TAGS) tokenizer.pause();
    tag = undefined;
  };
  const tokenizer = tokenizerOf({
    onopentagname(from, to) {
      tag = { name: html.slice(from, to).toLowerCase(), attributes: new Map() };
    },
    onattribname(from, to) {
      attribute = html.slice(from, to).toLowerCase();
      value = '';
    },
    onattribdata(from, to) {
      value += html.slice(from, to);
    },
    onattribentity(code) {
      value += String.fromCodePoint(code);
    },
    onattribend() {
      // As browsers do: the first of several counts.
      if (tag && !tag.attributes.has(attribute) && tag.attributes.size < MOST_ATTRIBUTES)
        tag.attributes.set(attribute, value);
    },
    onopentagend: end,
    onselfclosingtag: end,
  });
  tokenizer.write(html);
  return found;
}

/** How much of a text is read for its words: sentences that explain an error are short. */
const WORDS_SIZE = 16 * 1024;

/** The words of a sentence with tags in it, a space for each tag. */
export function wordsIn(text: string): string {
  const html = text.slice(0, WORDS_SIZE);
  let words = '';
  const space = () => {
    words += ' ';
  };
  const tokenizer = tokenizerOf({
    onopentagname: space,
    onclosetag: space,
    ontext(from, to) {
      words += html.slice(from, to);
    },
    ontextentity(code) {
      words += String.fromCodePoint(code);
    },
  });
  tokenizer.write(html);
  tokenizer.end();
  return words.replace(/\s+/g, ' ').trim();
}

/** Where a `Link` header leads for a relation (RFC 8288); undefined where it names no such link. */
export function linkTo(relation: string, header: string): string | undefined {
  for (let from = header.indexOf('<'); from >= 0; ) {
    const to = header.indexOf('>', from);
    if (to < 0) return undefined;
    const end = endOfLink(header, to);
    const found = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(header.slice(to, end));
    const relations = (found?.[1] ?? found?.[2] ?? '').split(' ');
    if (relations.includes(relation)) return header.slice(from + 1, to);
    from = header.indexOf('<', end);
  }
  return undefined;
}

/** Links are parted by commas, which quotes may hold too. */
function endOfLink(header: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < header.length; at++) {
    if (header[at] === '"') isQuoted = !isQuoted;
    else if (header[at] === ',' && !isQuoted) return at;
  }
  return header.length;
}

type Callbacks = import('htmlparser2').TokenizerCallbacks;

function tokenizerOf(callbacks: Partial<Callbacks>) {
  const { Tokenizer } = load();
  return new Tokenizer({ decodeEntities: true }, { ...NOTHING, ...callbacks });
}

const ignore = () => {};
const NOTHING: Callbacks = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};
