// Markdown of ours as HTML: anchors on headings and rows, tables that scroll, links that lead somewhere.
import { lexer, Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../html.ts';
import { colour } from './colour.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

export interface Rendered {
  /** The page's one heading of the first order. */
  readonly title: string;
  /** Its first paragraph, as text. */
  readonly summary: string;
  readonly html: string;
  /** Those of the second and third order. */
  readonly headings: readonly Heading[];
}

/** Characters beyond which a cell holds sentences, and needs room for them. */
const LONG = 48;
/** Columns beyond which a table is a field of marks. */
const MANY = 6;
const FOLD = /^(?:<details><summary>[\w ]*<\/summary>|<\/details>)\s*$/;

/** Where a link leads to on the served pages; undefined where what it names is not served. */
export type Lead = (href: string) => string | undefined;

export function renderMarkdown(text: string, lead: Lead): Rendered {
  const headings: Heading[] = [];
  const ids = new Set<string>();
  let title = '';
  const named = (wanted: string): string => {
    let id = wanted;
    for (let n = 1; ids.has(id); n++) id = `${wanted}-${n}`;
    ids.add(id);
    return id;
  };

  const tokens = lexer(text);
  // Headings come first: rows must not take their names.
  const anchors = tokens.flatMap((token) =>
    token.type === 'heading' ? named(slugOf(plainOf(token.tokens ?? []))) : [],
  );

  const tabs = tabsIn(tokens);

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const plain = plainOf(tokens);
        const id = anchors.shift() ?? named(slugOf(plain));
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) {
          title = plain;
          return `<h1 id="${id}">${inner}</h1>\n`;
        }
        if (depth <= 3) headings.push({ id, text: plain, depth });
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
      code(token) {
        const tab = tabs.get(token);
        return tab === undefined ? blockOf(token) : tabOf(tab, blockOf(token));
      },
      table(token) {
        const inline: Inline = (tokens) => this.parser.parseInline(tokens);
        // What a table lists by a name in code can be linked to by that name.
        const rowId = (cells: readonly Tokens.TableCell[]) => {
          const name = nameOf(cells[0]);
          return name === undefined || ids.has(name) ? undefined : named(name);
        };
        return tableOf(token, inline, rowId);
      },
      // Comments are for those who write the files; of other HTML the pages have parts that fold.
      html: ({ text: raw }) => (/^\s*<!--/.test(raw) ? '' : FOLD.test(raw) ? raw : escapeHtml(raw)),
    },
  });
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  const html = marked.parser(tokens);
  return { title, summary: first ? plainOf(first.tokens) : '', html, headings };
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

interface Tab {
  readonly set: number;
  /** Of the whole set, on its first. */
  readonly languages?: readonly string[];
  readonly isLast: boolean;
}

/** Blocks that follow each other, each in another language, show the same: one of them is seen. */
function tabsIn(tokens: readonly Token[]): ReadonlyMap<Tokens.Code, Tab> {
  const tabs = new Map<Tokens.Code, Tab>();
  let run: Tokens.Code[] = [];
  const end = (next: Tokens.Code[]) => {
    const languages = run.map(({ lang = '' }) => languageOf(lang));
    const set = tabs.size;
    if (run.length > 1)
      run.forEach((token, at) => {
        const isLast = at === run.length - 1;
        tabs.set(token, { set, isLast, ...(at === 0 && { languages }) });
      });
    run = next;
  };
  for (const token of tokens) {
    if (token.type === 'space') continue;
    const code = token.type === 'code' ? (token as Tokens.Code) : undefined;
    const language = languageOf(code?.lang ?? '');
    if (!code || !Object.hasOwn(SPOKEN, language)) end([]);
    else if (run.some(({ lang = '' }) => languageOf(lang) === language)) end([code]);
    else run.push(code);
  }
  end([]);
  return tabs;
}

/** Radio buttons show one of the blocks after them, without a script too. */
function tabOf({ set, languages, isLast }: Tab, block: string): string {
  const choices = languages?.map((language, at) => {
    const id = `tab-${set}-${language}`;
    return `<input type="radio" name="tab-${set}" id="${id}" value="${language}"${at === 0 ? ' checked' : ''}><label for="${id}">${SPOKEN[language]}</label>`;
  });
  const begin = choices
    ? `<div class="tabs" role="radiogroup" aria-label="Language">${choices.join('')}\n`
    : '';
  return begin + block + (isLast ? '</div>\n' : '');
}

/** The word that says what a block of code is; others after it are for the tests. */
const languageOf = (lang: string): string => lang.split(/\s/)[0] ?? '';

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

export function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? plainOf(token.tokens)
        : 'text' in token && typeof token.text === 'string'
          ? token.text
          : '',
    )
    .join('');
}
