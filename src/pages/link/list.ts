// The list of channels: what needs attention first, search, state, and the way out.

import type { Offered } from '../../link/offer.ts';
import { isFound } from '../../link/search.ts';
import { type Html, html } from '../html.ts';
import { alert, check, chevron, markOf } from './icons.ts';
import { type Frame, page, type VisitFrame } from './layout.ts';

export interface List {
  readonly channels: readonly Offered[];
  readonly query: string;
  /** The channel that was linked or disconnected just now. */
  readonly news: { readonly channel: Offered; readonly linked: boolean } | undefined;
}

/** With fewer than this the list is its own search. */
const SEARCH_FROM = 4;

export function listPage(frame: VisitFrame, list: List): string {
  const { words } = frame;
  const { query, news } = list;
  const channels = inOrder(list.channels);
  const [first] = channels;
  const only = channels.length === 1 ? first : undefined;
  const found = channels.filter(({ search }) => isFound(search, query));
  // One way out: with something linked it is finished, with nothing it is left.
  const done = channels.some(({ state }) => state !== 'none');
  const app = frame.app?.name ?? '';
  const heading = only ? words.list.headingOne : words.list.heading;
  return page(frame, {
    title: news ? `${saidOf(frame, news)} · ${heading}` : heading,
    body: html`${news && newsNote(frame, news, only !== undefined)}
<h1>${heading}</h1>
<p class="soft">${only ? words.list.leadOne(only.title, app) : words.list.lead(app)}</p>
${only ? '' : counts(frame, channels)}
${
  channels.length >= SEARCH_FROM &&
  html`<form class="search" method="get" action="${frame.visit.channels}" role="search">
<input type="search" name="q" value="${query}" aria-label="${words.list.search}" placeholder="${words.list.search}" maxlength="60" autocomplete="off">
<button class="button" type="submit">${words.list.find}</button>
</form>`
}
<ul class="channels">${channels.map((channel) => row(frame, channel, found.includes(channel)))}</ul>
<p id="nothing" class="soft"${found.length > 0 && html` hidden`}>${found.length === 0 && words.list.nothing(query)}</p>
<p id="found" class="visually-hidden" role="status" data-none="${words.list.nothing('%s')}" data-one="${words.list.found(1)}" data-many="${words.list.found(0).replace('0', '%s')}"></p>
${query !== '' && html`<p><a href="${frame.visit.channels}">${words.list.all}</a></p>`}
<form class="actions" method="post" action="${frame.visit.finish}">
<input type="hidden" name="_form" value="${frame.formToken}">
${
  done
    ? html`<button class="button primary" type="submit" name="status" value="completed">${words.list.finish}</button>`
    : html`<button class="button" type="submit" name="status" value="cancelled">${words.list.leave}</button>`
}
</form>`,
  });
}

const RANKS: Readonly<Record<Offered['state'], number>> = { attention: 0, linked: 1, none: 2 };

/** What needs attention first, then what is linked, the rest by title. */
export const inOrder = (channels: readonly Offered[]): readonly Offered[] =>
  channels.toSorted(
    (one, other) =>
      RANKS[one.state] - RANKS[other.state] || one.title.localeCompare(other.title, 'en'),
  );

/** Nothing is counted that there is none of: a list of nine is an offer, not homework. */
function counts({ words }: Frame, channels: readonly Offered[]): Html | false {
  const count = (wanted: Offered['state']) =>
    channels.filter(({ state }) => state === wanted).length;
  const attention = count('attention');
  const linked = count('linked');
  return (
    attention + linked > 0 &&
    html`<p class="counts">${attention > 0 && html`<span class="state attention">${alert}<span>${words.list.attentionCount(attention)}</span></span>`}
${linked > 0 && html`<span class="state linked">${check}<span>${words.list.linkedCount(linked)}</span></span>`}</p>`
  );
}

const saidOf = ({ words: { list } }: Frame, { linked, channel }: NonNullable<List['news']>) =>
  linked ? list.justLinked(channel.title) : list.unlinked(channel.title);

/** Has the focus, so that it is read out. */
function newsNote({ words }: Frame, news: NonNullable<List['news']>, only: boolean): Html {
  const { list } = words;
  const { title, account } = news.channel;
  if (!news.linked)
    return html`<div class="note" role="status" tabindex="-1" autofocus><p><strong>${list.unlinked(title)}</strong>${list.forgotten}</p></div>`;
  return html`<div class="note good" role="status" tabindex="-1" autofocus><p><strong>${list.justLinked(title)}</strong>${account ? html`${account}. ` : ''}${only ? list.nextOne : list.next}</p></div>`;
}

function row(frame: VisitFrame, channel: Offered, shown: boolean): Html {
  const attention = channel.state === 'attention' || channel.isReadOnly;
  return html`<li data-search="${channel.search}"${!shown && html` hidden`}><a class="row" href="${frame.visit.channel(channel.name)}">
${markOf(channel)}
<span class="text"><strong>${channel.title}</strong>${channel.account && html`<span class="account" title="${channel.account}">${shortened(channel.account)}</span>`}${state(frame, channel)}</span>
${!attention && chevron}</a>${attention && again(frame, channel)}</li>`;
}

const MOST_LETTERS = 38;

/** In the middle: the beginning says what it is, the end of an address which of two. */
export function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= MOST_LETTERS) return text;
  const end = letters.slice(-Math.floor(MOST_LETTERS * 0.4)).join('');
  return `${letters
    .slice(0, Math.floor(MOST_LETTERS * 0.6))
    .join('')
    .trimEnd()}…${end.trimStart()}`;
}

/** Straight to the vendor where nothing need be typed; otherwise to the form, filled in as it was. */
export function again(
  frame: VisitFrame,
  { name, title, again, way }: Offered,
  kind = 'slim',
): Html {
  const label = html`${frame.words.list.again}<span class="visually-hidden"> (${title})</span>`;
  if (!again)
    return html`<a class="button ${kind}" href="${frame.visit.channel(name)}?way=${way}">${label}</a>`;
  return html`<form method="post" action="${frame.visit.way(name, again.way)}">
<input type="hidden" name="_form" value="${frame.formToken}">
${Object.entries(again.given).map(([key, value]) => html`<input type="hidden" name="${key}" value="${String(value)}">`)}
<button class="button ${kind}" type="submit">${label}</button></form>`;
}

/** Nothing where there is nothing to say. */
function state(frame: Frame, { state, linkedAt, isReadOnly }: Offered): Html | false {
  const { list } = frame.words;
  if (state === 'attention')
    return html`<span class="state attention">${alert}<span>${list.attention}</span></span>`;
  if (isReadOnly)
    return html`<span class="state attention">${alert}<span>${list.readOnly}</span></span>`;
  if (state === 'none') return false;
  return html`<span class="state linked">${check}<span>${list.linkedSince(day(frame, linkedAt))}</span></span>`;
}

/** In the one zone that the service knows. */
const dated = ({ language }: Frame, at: number, hour: { readonly timeStyle?: 'short' } = {}) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...{ dateStyle: 'medium', timeZone: 'UTC', ...hour },
  }).format(at);

/** With its hour; a script says it in the browser's zone. */
export const moment = (frame: Frame, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${dated(frame, at, { timeStyle: 'short' })} UTC</time>`;

export const day = (frame: Frame, at: number | undefined): string =>
  at === undefined ? '' : dated(frame, at);
