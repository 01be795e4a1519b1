// The frame of every page of the console: the way around, who is here, the page.
import { CONSOLE_PATHS, DOCS_PATHS, LINK_PATHS } from '../http/paths.ts';
import { asset } from '../pages/assets.ts';
import { document } from '../pages/document.ts';
import { html, raw } from '../pages/html.ts';
import { AREAS, type AreaName, pathOf } from './areas.ts';
import { addressOf } from './parts.ts';
import type { Shown, Visit } from './visit.ts';

const OWN = '../console/assets';
const STYLE = asset(
  ...(['console.css', 'text/css; charset=utf-8'] as const),
  ...['guides/assets/colours.css', `${OWN}/console.css`, `${OWN}/plots.css`, `${OWN}/try.css`],
);
const SCRIPT = asset(
  ...(['console.js', 'text/javascript; charset=utf-8'] as const),
  ...[`${OWN}/console.js`, `${OWN}/try.js`],
);
export const CONSOLE_ASSETS = [STYLE, SCRIPT];

/** Without a visit: for anyone who is not signed in. */
export function layout(shown: Shown, visit: Visit | undefined): string {
  const { title, body } = shown;
  const area = visit?.area;
  const here = area && AREAS[area] !== title ? `${title} · ${AREAS[area]}` : title;
  const above = visit ? aboveOf(shown, visit) : [];
  return document({
    ...{ language: 'en', title: `${here} · Manifold console`, skip: 'Skip to the page' },
    head: html`<link rel="stylesheet" href="${CONSOLE_PATHS.asset(STYLE.name)}">
<script src="${CONSOLE_PATHS.asset(SCRIPT.name)}" defer></script>`,
    body: html`<header class="bar"><a class="home" href="${CONSOLE_PATHS.home}"><img src="${LINK_PATHS.icon}" alt="" width="26" height="26">Manifold</a>${
      visit &&
      html`<div class="who"><a href="${DOCS_PATHS.guide('operate/console')}">Help</a>${visit.who}</div>`
    }</header>
<div class="${visit ? 'frame' : 'frame alone'}">
${
  visit &&
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
${visit?.said !== undefined && html`<p class="said good" role="status">${visit.said}</p>`}
${body}
</main>
</div>`,
  });
}

/** Where a page stands, from the outside in: the list of its area, for the same client. */
function aboveOf({ under, status }: Shown, { area, path, params: { client } }: Visit) {
  if (area === undefined || status === 404 || (path === pathOf(area) && !under)) return [];
  const list = [AREAS[area], addressOf(pathOf(area), { client })] as const;
  return under ? [list, under] : [list];
}
