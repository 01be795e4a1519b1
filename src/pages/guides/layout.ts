// The frame of every page of the documentation: the bar on top, the way around, the page and its parts.
import { DOCS_PATHS, LINK_PATHS } from '../../http/paths.ts';
import { policyHash, textOf } from '../assets.ts';
import { document } from '../document.ts';
import { type Html, html, raw } from '../html.ts';
import type { Part } from './markdown.ts';
import type { Group, Guide } from './pages.ts';

export interface Page {
  readonly title: string;
  readonly summary: string;
  readonly body: Html;
  readonly headings: readonly Part[];
  /** Which of the guides it is; none for a page that says that there is none. */
  readonly here: Guide | undefined;
  readonly groups: readonly Group[];
  /** What was looked for, on the page that says where it was found. */
  readonly typed?: string;
  /** Where it is as Markdown. */
  readonly text?: string | undefined;
}

const FOLDER = 'guides/assets';
/** In every page rather than beside it: a page never meets the style of another version. */
const STYLE = textOf(FOLDER, 'colours.css', 'text.css', 'bar.css', 'guides.css', 'search.css');
const SCRIPT = textOf(FOLDER, 'guides.js', 'search.js');

/** Nothing but the style and the script that stand in the page, our own icon, and the search. */
export const GUIDE_POLICY = [
  "default-src 'none'",
  `style-src ${policyHash(STYLE)}`,
  `script-src ${policyHash(SCRIPT)}`,
  "img-src 'self'",
  // The search, by its form and while one types.
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** For the page of the reference, whose own style and markup come from its viewer. */
export const VIEWER_STYLE = textOf(FOLDER, 'colours.css', 'bar.css', 'viewer.css');

export function layout(page: Page): string {
  const { title, summary, body, headings, here, groups, text, typed } = page;
  const group = groups.find(({ guides }) => here && guides.includes(here));
  return document({
    ...{ language: 'en', title: `${title} · Manifold`, skip: 'Skip to the page' },
    head: html`<meta name="description" content="${shortened(summary)}">
${text && html`<link rel="alternate" type="text/markdown" href="${text}">`}
<style>${raw(STYLE)}</style>`,
    body: html`${bar('guides', typed)}
<div class="frame">
<nav class="around" id="around" popover aria-label="Guides">${groups.map((one) => groupOf(one, here))}
<p>Reference</p><ul><li><a href="${DOCS_PATHS.reference}">All calls and fields</a></li></ul></nav>
<main id="content" tabindex="-1">
${group && group.title !== title && html`<p class="where">${group.title}</p>`}
${
  headings.length > 1 &&
  html`<details class="parts above"><summary>On this page</summary>${partsOf(headings)}</details>`
}
<article>${body}</article>
${onward(groups, here)}
</main>
${headings.length > 1 && html`<aside class="parts beside" aria-label="On this page"><p>On this page</p>${partsOf(headings)}</aside>`}
</div>
<script>${raw(SCRIPT)}</script>`,
  });
}

/** On top of every page, that of the reference too. */
export const bar = (which: 'guides' | 'reference', typed = ''): Html => html`<header class="bar">
<a class="home" href="${DOCS_PATHS.guide('start')}"><img src="${LINK_PATHS.icon}" alt="" width="26" height="26"><span>Manifold</span></a>
${
  which === 'guides' &&
  html`<form class="search" role="search" action="${DOCS_PATHS.search}"><input type="search" name="q" value="${typed}" maxlength="120" placeholder="Search" aria-label="Search the guides" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"></form>`
}
<nav aria-label="Documentation"><a href="${DOCS_PATHS.guide('start')}"${which === 'guides' && raw(' aria-current="true"')}>Guides</a><a href="${DOCS_PATHS.reference}"${which === 'reference' && raw(' aria-current="true"')}>Reference</a></nav>
${which === 'guides' && html`<button type="button" class="menu" popovertarget="around">Menu</button>`}
</header>`;

const linkTo = ({ name, label }: Guide, here: Guide | undefined): Html =>
  html`<li><a href="${DOCS_PATHS.guide(name)}"${here?.name === name && raw(' aria-current="page"')}>${label}</a></li>`;

const groupOf = ({ title, guides }: Group, here: Guide | undefined): Html =>
  html`<p>${title}</p><ul>${guides.map((guide) => linkTo(guide, here))}</ul>`;

const partsOf = (headings: readonly Part[]): Html =>
  html`<ul>${headings.map(({ id, heading, depth }) => html`<li${depth === 3 && raw(' class="deeper"')}><a href="#${id}">${heading}</a></li>`)}</ul>`;

function onward(groups: readonly Group[], here: Guide | undefined): Html | false {
  const all = groups.flatMap(({ guides }) => guides);
  const place = all.findIndex(({ name }) => name === here?.name);
  if (place < 0) return false;
  const before = all[place - 1];
  const next = all[place + 1];
  return html`<nav class="onward" aria-label="Before and after">${
    before &&
    html`<a rel="prev" href="${DOCS_PATHS.guide(before.name)}"><small>Before</small>${before.label}</a>`
  }${
    next &&
    html`<a rel="next" href="${DOCS_PATHS.guide(next.name)}"><small>Next</small>${next.label}</a>`
  }</nav>`;
}

const shortened = (text: string): string =>
  text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(' ', 157))} …`;
