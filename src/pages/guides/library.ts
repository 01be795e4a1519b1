// The guides as they are served: read from the installation, rendered once, kept.
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { DOCS_PATHS } from '../../http/paths.ts';
import { lazily } from '../../model/lazily.ts';
import { type Html, html, raw } from '../html.ts';
import { type Tagged, tagged } from '../tagged.ts';
import { GUIDE_POLICY, layout, type Page } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { DECISIONS, decision, type Guide, groupsOf, type NamedChannel } from './pages.ts';
import { firstSentence, type Listed, listOf, relinked } from './plain.ts';
import { foundOf, openSearch, type Section, sectionsOf } from './search.ts';

export interface ServedPage extends Tagged {
  readonly policy: string;
}

/** From the root to what there is: its name for programs, and for people what it is. */
export type Ways = Readonly<Record<string, { readonly path: string; readonly about: string }>>;

const HOME =
  'One API for the orders and products of many sales channels, in one format, for applications.';

const ROOT = new URL('../../../', import.meta.url);

export async function openLibrary(channels: readonly NamedChannel[], baseUrl: string) {
  const groups = groupsOf(channels);
  const decisions = (await readdir(new URL(DECISIONS.folder, ROOT))).flatMap((file) => {
    const name = DECISIONS.file.exec(file)?.[1];
    return name === undefined ? [] : decision(name);
  });
  const all = [...groups.flatMap(({ guides }) => guides), ...decisions];
  const names = new Map(all.map(({ name, file }) => [file, name]));

  /** Markdown files lead to each other by their places; the same links lead to each other here. */
  const leadFrom = (from: Guide, to: (name: string) => string) => (href: string) => {
    if (href.startsWith('#') || /^(https?|mailto):/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const name = names.get(posix.join(posix.dirname(from.file), path));
    if (name === undefined) return undefined;
    return to(name) + (anchor === undefined ? '' : `#${anchor}`);
  };

  const textOf = ({ file }: Guide) => readFile(new URL(file, ROOT), 'utf8');
  /** Read as text, there is no page from which a path would lead on. */
  const textAt = (name: string) => baseUrl + DOCS_PATHS.text(name);

  async function render(guide: Guide): Promise<ServedPage> {
    const lead = leadFrom(guide, DOCS_PATHS.guide);
    const { html: body, ...rendered } = renderMarkdown(await textOf(guide), lead);
    // A decision is found by way of the page that lists them.
    const here = decisions.includes(guide) ? groupOfDecisions : guide;
    const text = DOCS_PATHS.text(guide.name);
    return served(layout({ ...rendered, body: raw(body), here, groups, text }));
  }
  const groupOfDecisions = all.find(({ name }) => `docs/${name}` === DECISIONS.folder);

  // As many as there are names, each made when it is first read.
  const pages = new Map(all.map((guide) => [guide.name, lazily(() => render(guide))]));
  const texts = new Map(
    all.map((guide) => [
      guide.name,
      lazily(async () => written(relinked(await textOf(guide), leadFrom(guide, textAt)))),
    ]),
  );
  const listed = async (guide: Guide): Promise<Listed> => ({
    ...{ label: guide.label, address: textAt(guide.name) },
    about: firstSentence(await textOf(guide)),
  });
  /** Made when somebody first looks for something: a page at a time, with what else is asked in between. */
  const index = lazily(async () => {
    const sections: Section[] = [];
    for (const guide of all)
      sections.push(...sectionsOf(guide.name, await textOf(guide), decisions.includes(guide)));
    return openSearch(sections);
  });
  /** A page that is none of the guides. */
  const beside = (title: string, summary: string, body: Html, more: Partial<Page> = {}) =>
    served(layout({ title, summary, body, headings: [], here: undefined, groups, ...more }));
  const none = beside(
    'There is no such page',
    'There is no page at this address.',
    html`<h1>There is no such page</h1><p>Nothing is at this address. Perhaps it was moved, or mistyped.</p><p><a href="${DOCS_PATHS.guide('start')}">Start here</a>, look among the guides, or in the <a href="${DOCS_PATHS.reference}">reference</a>.</p>`,
  );
  return {
    page: (name: string): Promise<ServedPage> | undefined => pages.get(name)?.(),
    /** The same as Markdown. */
    text: (name: string): Promise<Tagged> | undefined => texts.get(name)?.(),
    /** All of them in a list for programs, and what else there is. */
    async list(ways: Ways): Promise<Tagged> {
      const sections: Record<string, readonly Listed[]> = {};
      for (const { title, guides } of groups)
        sections[title] = await Promise.all(guides.map(listed));
      const others = Object.values(ways).map(({ path, about }) => {
        const [label = '', ...rest] = about.split(': ');
        return { label, address: baseUrl + path, about: rest.join(': ') };
      });
      return written(listOf(HOME, { ...sections, Reference: others }));
    },
    async search(typed: string): Promise<ServedPage> {
      const found = (await index())(typed);
      const body = html`<h1>Search</h1><div class="found">${foundOf(typed, found)}</div>`;
      return beside('Search', 'Where the guides say it.', body, { typed });
    },
    home: (ways: Ways): ServedPage => {
      const body = html`<h1>Manifold</h1><p>${HOME}</p><ul>${Object.values(ways).map(
        ({ path, about }) => html`<li><a href="${path}">${about}</a></li>`,
      )}</ul>`;
      return beside('Welcome', HOME, body);
    },
    /** What is shown where there is none. */
    missing: (): ServedPage => none,
  };
}

const served = (page: string): ServedPage => ({ ...written(page), policy: GUIDE_POLICY });
const written = (text: string): Tagged => tagged(Buffer.from(text));
