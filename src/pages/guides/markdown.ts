// Markdown of ours as HTML: anchors on headings and rows, tables that scroll, links that lead somewhere.
import { lexer, Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../html.ts';
import { colour } from './colour.ts';

/** What stands from one heading to the next. */
export interface Part {
  readonly id: string;
  readonly heading: string;
  readonly depth: number;
  /** The first is its heading. */
  readonly tokens: readonly Token[];
}

/** Characters beyond which a cell holds sentences, and needs room for them. */
const LONG = 48;
/** Columns beyond which a table is a field of marks. */
const MANY = 6;
const FOLD = /^(?:<details><summary>[\w ]*<\/summary>|<\/details>)\s*$/;

/** Where a link leads to on the served pages; undefined where what it names is not served. */
export type Lead = (href: string) => string | undefined;

export function renderMarkdown(text: string, lead: Lead) {
  const tokens = lexer(text);
  const parts = partsOf(tokens);
  const anchors = new Map(parts.map(({ id, tokens: [heading] }) => [heading, id]));
  // Headings come first: rows must not take their names.
  const ids = new Set(anchors.values());
  let sets = 0;

  const marked = new Marked({
    extensions: [{ name: TABS, renderer: ({ blocks }) => tabsOf(blocks, sets++) }],
    renderer: {
      heading(token) {
        const { tokens, depth } = token;
        const id = anchors.get(token);
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const leads = lead(href);
        // What is not served is named, not linked: the code is not on this machine for a reader.
        if (leads === undefined) return inner.includes('<code>') ? inner : `<code>${inner}</code>`;
        const outside = /^https?:/.test(leads);
        return `<a href="${escapeHtml(leads)}"${outside ? ' rel="noopener noreferrer"' : ''}>${inner}</a>`;
      },
      codespan: ({ text: code }) => `<code>${breakable(escapeHtml(code))}</code>`,
      code: blockOf,
      table(token) {
        const inline: Inline = (tokens) => this.parser.parseInline(tokens);
        // What a table lists by a name in code can be linked to by that name.
        const rowId = (cells: readonly Tokens.TableCell[]) => {
          const name = nameOf(cells[0]);
          if (name === undefined || ids.has(name)) return undefined;
          ids.add(name);
          return name;
        };
        return tableOf(token, inline, rowId);
      },
      // Comments are for those who write the files; of other HTML the pages have parts that fold.
      html: ({ text: raw }) => (/^\s*<!--/.test(raw) ? '' : FOLD.test(raw) ? raw : escapeHtml(raw)),
    },
  });
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    /** The page's one heading of the first order. */
    title: parts.find(({ depth }) => depth === 1)?.heading ?? '',
    /** Its first paragraph, as text. */
    summary: first ? plainOf(first.tokens) : '',
    html: marked.parser(tabbed(tokens)),
    /** Those of the second and third order. */
    headings: parts.filter(({ depth }) => depth === 2 || depth === 3),
  };
}

/** A page by its headings, each with an anchor of its own. */
export function partsOf(all: readonly Token[]): readonly Part[] {
  const ids = new Set<string>();
  const starts = all.flatMap((token, at) => (token.type === 'heading' ? at : []));
  return starts.map((start, place) => {
    const [first, ...rest] = all.slice(start, starts[place + 1]);
    const { tokens = [], depth } = first as Tokens.Heading;
    const heading = plainOf(tokens);
    let id = slugOf(heading);
    for (let n = 1; ids.has(id); n++) id = `${slugOf(heading)}-${n}`;
    ids.add(id);
    return { id, heading, depth, tokens: [first as Token, ...rest] };
  });
}

/** As code hosts make the anchors of headings. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Long names may go on in the next line after their joints. */
const breakable = (code: string): string =>
  code.length < 20 ? code : code.replaceAll(/(?<![_/])[_/]+(?=\w)/g, '$&<wbr>');

function blockOf({ text: code, lang = '' }: Tokens.Code): string {
  const language = languageOf(lang);
  const [, of, channel] = /^json (orders|products) channel=(\w+)$/.exec(lang) ?? [];
  const caption = of === undefined ? '' : `<p>The body of a call for ${of}, channel=${channel}</p>`;
  return `<div class="code"${language && ` data-language="${escapeHtml(language)}"`}>${caption}<pre tabindex="0"><code>${colour(code, language)}</code></pre></div>\n`;
}

/** Languages in which the same call is shown, by what they are called above it. */
const SPOKEN: Readonly<Record<string, string>> = { sh: 'curl', js: 'JavaScript', python: 'Python' };

const TABS = 'tabs';

/** Blocks that follow each other, each in another language, show the same: they become one token. */
function tabbed(tokens: readonly Token[]): Token[] {
  let blocks: Tokens.Code[] = [];
  return tokens.flatMap((token) => {
    if (token.type === 'space') return [];
    const code = token as Tokens.Code;
    const language = code.type === 'code' ? languageOf(code.lang) : '';
    const isSpoken = Object.hasOwn(SPOKEN, language);
    const isOther = blocks.every(({ lang }) => languageOf(lang) !== language);
    if (isSpoken && isOther && blocks.push(code) > 1) return [];
    blocks = isSpoken ? [code] : [];
    return isSpoken ? { type: TABS, raw: '', blocks } : token;
  });
}

/** Radio buttons show one of the blocks after them, without a script too. */
function tabsOf(blocks: readonly Tokens.Code[], set: number): string {
  const all = blocks.map(blockOf).join('');
  if (blocks.length === 1) return all;
  const choices = blocks.map(({ lang }, at) => {
    const language = languageOf(lang);
    const id = `tab-${set}-${language}`;
    return `<input type="radio" name="tab-${set}" id="${id}" value="${language}"${at === 0 ? ' checked' : ''}><label for="${id}">${SPOKEN[language]}</label>`;
  });
  return `<div class="tabs" role="radiogroup" aria-label="Language">${choices.join('')}\n${all}</div>\n`;
}

/** The word that says what a block of code is; others after it are for the tests. */
const languageOf = (lang = ''): string => lang.split(/\s/)[0] ?? '';

type Inline = (tokens: Token[]) => string;

function tableOf(
  { header, rows }: Tokens.Table,
  inline: Inline,
  rowId: (cells: readonly Tokens.TableCell[]) => string | undefined,
): string {
  const titles = header.map(({ tokens }) => plainOf(tokens)).filter(Boolean);
  const hasHead = titles.length > 0;
  const heads = header.map(({ tokens }) =>
    tokens.length > 0 ? `<th scope="col">${inline(tokens)}</th>` : '<td></td>',
  );
  const long = header.map((_, column) =>
    rows.some((cells) => plainOf(cells[column]?.tokens ?? []).length > LONG),
  );
  const cellOf = ({ tokens }: Tokens.TableCell, column: number) =>
    // Without a head, the first cell says what its row is.
    column === 0 && !hasHead
      ? `<th scope="row">${inline(tokens)}</th>`
      : `<td${long[column] ? ' class="long"' : ''}>${inline(tokens)}</td>`;
  const lines = rows.map((cells) => {
    const id = rowId(cells);
    return `<tr${id === undefined ? '' : ` id="${id}"`}>${cells.map(cellOf).join('')}</tr>`;
  });
  const head = hasHead ? `<thead><tr>${heads.join('')}</tr></thead>` : '';
  const label = hasHead ? `Table: ${titles.join(', ')}` : 'Table';
  const looks = header.length > MANY ? 'table many' : 'table';
  return `<div class="${looks}" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table>${head}<tbody>${lines.join('\n')}</tbody></table></div>\n`;
}

/** Of a cell that holds a name in code and nothing else. */
function nameOf(cell: Tokens.TableCell | undefined): string | undefined {
  const [only, ...others] = cell?.tokens ?? [];
  if (only?.type !== 'codespan' || others.length > 0) return undefined;
  return /^[A-Za-z_][\w.-]*$/.test(only.text) ? only.text : undefined;
}

/** What is read in them: within a line as it stands, lines and cells with a space between. */
export function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { items, header, rows, tokens: within, text } = token as Tokens.Generic;
      const lines: readonly Token[][] = [
        ...(items ?? []).flatMap((item: Tokens.ListItem) => item.tokens.map((one) => [one])),
        ...[header ?? [], ...(rows ?? [])].flat().map((cell: Tokens.TableCell) => cell.tokens),
      ];
      if (lines.length > 0) return lines.map(plainOf).join(' ');
      return within ? plainOf(within) : typeof text === 'string' ? text : '';
    })
    .join('');
}
