// The frame of every link page: its head, the application it belongs to, one card, the languages.
import { LANGUAGES, type Language } from '../../channels/words.ts';
import { SCRIPT, STYLE } from '../assets.ts';
import { type Html, html } from '../html.ts';
import { vocabularies } from '../words/index.ts';
import type { Vocabulary } from '../words/words.ts';

/** Whose page it is, and for whom. */
export interface PageApp {
  readonly name: string;
  /** Our own address of its logo. */
  readonly logo?: string | undefined;
  /** What the application calls the user. */
  readonly user?: string | undefined;
  /** The stylesheet with its colour. */
  readonly style?: string | undefined;
  /** Its own pages for its users. */
  readonly privacy?: string | undefined;
  readonly terms?: string | undefined;
  readonly support?: string | undefined;
}

/** Where what every page needs is; the edge knows, and hands it in. */
export interface PagePaths {
  readonly start: string;
  readonly icon: string;
  asset(name: string): string;
}

/** Where the pages of one visit are. */
export interface VisitPaths {
  readonly home: string;
  readonly channels: string;
  channel(channel: string): string;
  way(channel: string, way: string): string;
  disconnect(channel: string): string;
  readonly finish: string;
}

/** What every page knows, whatever it shows. */
export interface Frame {
  readonly language: Language;
  readonly words: Vocabulary;
  readonly paths: PagePaths;
  readonly app: PageApp | undefined;
  /** The address of this page, for the switch of languages. */
  readonly here: string;
  /** Set where it is shown inside the application's own page. */
  readonly embed: Embed | undefined;
}

/** What a page inside the application's own tells it, and to whom. */
export interface Embed {
  readonly origins: readonly string[];
  readonly linked: readonly string[];
  readonly status: string | null;
  /** Where, and with what, it asks how the visit goes on in another tab. */
  readonly follow: { readonly at: string; readonly watch: string } | undefined;
}

/** What the pages of a visit know. */
export interface VisitFrame extends Frame {
  readonly visit: VisitPaths;
  /** What a form must bring back. */
  readonly formToken: string;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Where the browser goes by itself, without waiting. */
  readonly onward?: string;
  /** For two columns, where there is room. */
  readonly wide?: boolean;
}

export function page(frame: Frame, { title, body, onward, wide = false }: Page): string {
  const { language, words, app, paths } = frame;
  const whole = app ? `${title} · ${app.name}` : title;
  return html`<!doctype html>
<html lang="${language}"${frame.embed && embedded(frame.embed)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${onward !== undefined && html`<meta http-equiv="refresh" content="0; url=${onward}">`}
<title>${whole}</title>
<link rel="icon" href="${paths.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${paths.asset(STYLE.name)}">
${app?.style !== undefined && html`<link rel="stylesheet" href="${app.style}">`}
<script src="${paths.asset(SCRIPT.name)}" defer></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<main id="content" tabindex="-1"${wide && html` class="wide"`}>
<div class="card">
${app && appLine(app)}
${body}
</div>
</main>
<footer>
${app && appLinks(frame, app)}
<p>${words.sealed}</p>
<nav class="languages" aria-label="${words.languages}">${LANGUAGES.map((other) => languageLink(frame, other))}</nav>
</footer>
</body>
</html>
`.html;
}

const embedded = ({ origins, linked, status, follow }: Embed): Html =>
  html` class="embedded" data-origins="${origins.join(' ')}" data-linked="${linked.join(' ')}" data-status="${status}"${follow && html` data-progress="${follow.at}" data-watch="${follow.watch}"`}`;

const appLine = ({ name, logo, user }: PageApp): Html =>
  html`<div class="app"><span class="face${logo && ' shown'}" aria-hidden="true">${
    logo ? html`<img src="${logo}" alt="" width="40" height="40">` : initial(name)
  }</span><span class="whose"><bdi>${name}</bdi>${user && html` <bdi class="user">${user}</bdi>`}</span></div>`;

/** The application's own pages, where it named any. */
function appLinks({ words }: Frame, app: PageApp): Html | false {
  const { footer } = words;
  const links = (['privacy', 'terms', 'support'] as const).flatMap((kind) => {
    const address = app[kind];
    return address === undefined
      ? []
      : html`<a href="${address}" target="_blank" rel="noopener noreferrer">${footer[kind]}${!address.startsWith('mailto:') && html`<span class="visually-hidden"> (${words.channel.newTab})</span>`}</a>`;
  });
  return (
    links.length > 0 &&
    html`<nav class="own" aria-label="${footer.links(app.name)}"><bdi>${app.name}</bdi>${links}</nav>`
  );
}

const initial = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';

function languageLink({ language, here }: Frame, other: Language): Html {
  const name = vocabularies[other].language;
  if (other === language) return html`<span lang="${other}" aria-current="true">${name}</span>`;
  const address = `${here}${here.includes('?') ? '&' : '?'}lang=${other}`;
  return html`<a href="${address}" lang="${other}" hreflang="${other}">${name}</a>`;
}
