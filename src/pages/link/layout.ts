// The frame of every link page: its head, the application it belongs to, one card, the languages.
import { LANGUAGES, type Language } from '../../channels/words.ts';
import { LINK_PATHS, type visitPaths } from '../../http/paths.ts';
import type { Guest, Opened } from '../../link/visit.ts';
import { type Vocabulary, vocabularies } from '../../link/words/index.ts';
import { accentStyle } from '../accent.ts';
import { SCRIPT, STYLES, type Theme } from '../assets.ts';
import { document } from '../document.ts';
import { type Html, html } from '../html.ts';

/** Whose page it is: the client, and the link or the visit, where it is known which. */
export interface Whose {
  readonly client: Guest['client'];
  readonly visit?: Guest['visit'] | Opened;
}

/** The application as its users see it. */
export type PageApp = ReturnType<typeof appOf>;

export function appOf({ client, visit }: Whose, language: Language, theme: Theme | undefined) {
  const { id, name, logoUrl, branding } = client;
  const { accent, privacyUrl: privacy, termsUrl: terms, supportUrl: support } = branding;
  const { doneTextEn: en, doneTextNl: nl, doneTextDe: de, doneTextFr: fr } = branding;
  return {
    ...{ name, user: visit?.userName ?? undefined },
    /** Our own address of its logo. */
    logo: logoUrl === null ? undefined : LINK_PATHS.logo(encodeURIComponent(id)),
    /** The stylesheet with its colour. */
    style: accent === undefined ? undefined : LINK_PATHS.accent(accentStyle(accent, theme).name),
    /** It may change something on some channel. */
    writes: client.scopes.some((scope) => scope.endsWith('.write')),
    /** Its own pages for its users. */
    ...{ privacy, terms, support },
    /** What happens next, in its own words. */
    done: { en, nl, de, fr }[language] ?? en,
  };
}

export interface Frame {
  readonly language: Language;
  readonly theme: Theme | undefined;
  readonly words: Vocabulary;
  readonly app: PageApp | undefined;
  /** The address of this page, for the switch of languages. */
  readonly here: string;
  /** Set where it is shown inside the application's own page. */
  readonly embed: Embed | undefined;
}

/** What an embedded page sends to the application's page, and to which. */
export interface Embed {
  readonly origins: readonly string[];
  readonly linked: readonly string[];
  readonly status: string | null;
  /** Where, and with what, it asks how the visit goes on in another tab. */
  readonly follow: { readonly at: string; readonly watch: string } | undefined;
  /** What a page says that shows nothing else. */
  readonly problem?: string;
}

export interface VisitFrame extends Frame {
  readonly visit: ReturnType<typeof visitPaths>;
  /** What a form must bring back. */
  readonly formToken: string;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Where the browser goes by itself, without waiting. */
  readonly onward?: string;
}

export function page(frame: Frame, { title, body, onward }: Page): string {
  const { language, words, app } = frame;
  return document({
    ...{
      language,
      theme: frame.theme,
      title: app ? `${title} · ${app.name}` : title,
      skip: words.skip,
    },
    attributes: frame.embed && embedded(frame.embed),
    head: html`<meta name="robots" content="noindex">
${onward !== undefined && html`<meta http-equiv="refresh" content="0; url=${onward}">`}
<link rel="stylesheet" href="${LINK_PATHS.asset(STYLES[frame.theme ?? 'auto'].name)}">
${app?.style !== undefined && html`<link rel="stylesheet" href="${app.style}">`}
<script src="${LINK_PATHS.asset(SCRIPT.name)}" defer></script>`,
    body: html`<main id="content" tabindex="-1">
<div class="card">
${app && appLine(app)}
${body}
</div>
</main>
<footer>
${app && appLinks(frame, app)}
<p>${app?.writes ? words.sealedWrites : words.sealed}</p>
<nav class="languages" aria-label="${words.languages}">${LANGUAGES.map((other) => languageLink(frame, other))}</nav>
</footer>`,
  });
}

const embedded = ({ origins, linked, status, follow, problem }: Embed): Html =>
  html` class="embedded" data-origins="${origins.join(' ')}" data-linked="${linked.join(' ')}" data-status="${status}"${follow && html` data-progress="${follow.at}" data-watch="${follow.watch}"`}${problem !== undefined && html` data-problem="${problem}"`}`;

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
