// The frame of every page of the console: the way around, who is here, the page.
import { CONSOLE_PATHS, DOCS_PATHS, LINK_PATHS } from '../http/paths.ts';
import { asset } from '../pages/assets.ts';
import { document } from '../pages/document.ts';
import { type Html, html, raw } from '../pages/html.ts';

/** What there is, in the order of the way around. */
export const AREAS = {
  now: 'Now',
  executions: 'Executions',
  health: 'Health',
  links: 'Links',
  users: 'Users',
  clients: 'Clients',
  deliveries: 'Deliveries',
  watches: 'Watches',
  overrides: 'Overrides',
  try: 'Try it',
  audit: 'Audit',
} as const;
export type AreaName = keyof typeof AREAS;

export const pathOf = (area: AreaName): string =>
  area === 'now' ? CONSOLE_PATHS.home : CONSOLE_PATHS.area(area);

const OWN = '../console/assets';
const STYLE = asset(
  ...(['console.css', 'text/css; charset=utf-8'] as const),
  ...['guides/assets/colours.css', `${OWN}/console.css`, `${OWN}/plots.css`, `${OWN}/try.css`],
);
const SCRIPT = asset(
  'console.js',
  'text/javascript; charset=utf-8',
  `${OWN}/console.js`,
  `${OWN}/try.js`,
);
export const CONSOLE_ASSETS = [STYLE, SCRIPT];

export interface Layout {
  readonly title: string;
  readonly above?: readonly (readonly [title: string, path: string])[];
  readonly area?: AreaName | undefined;
  readonly body: Html;
  readonly said?: string | undefined;
  /** Who is signed in, and the way out. */
  readonly who?: { readonly login: string; readonly role: string; readonly form: Html } | undefined;
  readonly isOpen: boolean;
}

export function layout({ title, above = [], area, body, said, who, isOpen }: Layout): string {
  const here = area && AREAS[area] !== title ? `${title} · ${AREAS[area]}` : title;
  return document({
    ...{ language: 'en', title: `${here} · Manifold console`, skip: 'Skip to the page' },
    head: html`<link rel="stylesheet" href="${CONSOLE_PATHS.asset(STYLE.name)}">
<script src="${CONSOLE_PATHS.asset(SCRIPT.name)}" defer></script>`,
    body: html`<header class="bar"><a class="home" href="${CONSOLE_PATHS.home}"><img src="${LINK_PATHS.icon}" alt="" width="26" height="26">Manifold</a>${
      who &&
      html`<div class="who"><a href="${DOCS_PATHS.guide('operate/console')}">Help</a>${
        isOpen
          ? html`<span class="mark plain">sandbox</span>`
          : html`<span>${who.login} <span class="mark plain">${who.role}</span></span>${who.form}`
      }</div>`
    }</header>
<div class="${who ? 'frame' : 'frame alone'}">
${
  who &&
  html`<nav class="around" aria-label="Console"><ul>${Object.entries(AREAS).map(
    ([name, label]) =>
      html`<li><a href="${pathOf(name as AreaName)}"${name === area && raw(' aria-current="page"')}>${label}</a></li>`,
  )}</ul></nav>`
}
<main id="content" tabindex="-1">
${
  above.length > 0 &&
  html`<p class="above">${above.map(([words, path]) => html`<a href="${path}">${words}</a> <span aria-hidden="true">/</span> `)}</p>`
}
<h1>${title}</h1>
${said && html`<p class="said good" role="status">${said}</p>`}
${body}
</main>
</div>`,
  });
}
