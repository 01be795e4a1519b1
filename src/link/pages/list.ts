// The list of channels: search, state, progress, and the way out.
import { type Html, html } from '../html.ts';
import type { Offered } from '../offer.ts';
import { alert, check, chevron, mark } from './icons.ts';
import { type Frame, page, type VisitFrame } from './layout.ts';

export interface List {
  readonly channels: readonly Offered[];
  /** What was searched for. */
  readonly query: string;
  /** The channel linked just now. */
  readonly justLinked: Offered | undefined;
}

/** With fewer than this the list is its own search. */
const SEARCH_FROM = 4;

export function listPage(frame: VisitFrame, { channels, query, justLinked }: List): string {
  const { words } = frame;
  const { list } = words;
  const done = channels.filter(({ state }) => state === 'linked').length;
  const wanted = query.toLowerCase();
  const found = channels.filter((channel) => searchable(channel).includes(wanted));
  return page(frame, {
    title: list.heading,
    body: html`${justLinked && linkedNote(frame, justLinked)}
<h1>${list.heading}</h1>
<p class="soft">${list.lead(frame.app?.name ?? '')}</p>
<div class="progress"><progress max="${channels.length}" value="${done}" aria-label="${list.progress(done, channels.length)}"></progress><span aria-hidden="true">${list.progress(done, channels.length)}</span></div>
${
  channels.length >= SEARCH_FROM &&
  html`<form class="search" method="get" action="${frame.visit.channels}" role="search">
<input type="search" name="q" value="${query}" aria-label="${list.search}" placeholder="${list.search}" maxlength="60" autocomplete="off">
<button class="button" type="submit">${list.find}</button>
</form>`
}
<ul class="channels">${channels.map((channel) => row(frame, channel, found.includes(channel)))}</ul>
<p id="nothing" class="soft" aria-live="polite" data-text="${list.nothing('%s')}"${found.length > 0 && html` hidden`}>${found.length === 0 && list.nothing(query)}</p>
${query !== '' && html`<p><a href="${frame.visit.channels}">${list.all}</a></p>`}
<form class="actions" method="post" action="${frame.visit.finish}">
<input type="hidden" name="_form" value="${frame.formToken}">
<button class="button${done > 0 && html` primary`}" type="submit" name="status" value="completed">${list.finish}</button>
<button class="plain soft small" type="submit" name="status" value="cancelled">${list.leave}</button>
</form>`,
  });
}

function linkedNote({ words }: Frame, { title, account }: Offered): Html {
  return html`<div class="note good" role="status"><p><strong>${words.list.justLinked(title)}</strong>${account ? html`${account}. ` : ''}${words.list.next}</p></div>`;
}

const searchable = ({ name, title, account = '' }: Offered): string =>
  `${title} ${name} ${account}`.toLowerCase();

function row(frame: VisitFrame, channel: Offered, shown: boolean): Html {
  return html`<li data-search="${searchable(channel)}"${!shown && html` hidden`}><a href="${frame.visit.channel(channel.name)}">
${mark(channel.title, channel.tone)}
<span class="text"><span class="name"><strong>${channel.title}</strong>${channel.account && html` <span class="account">${channel.account}</span>`}</span>${state(frame, channel)}</span>
${chevron}</a></li>`;
}

function state(frame: Frame, { state, linkedAt }: Offered): Html {
  const { list } = frame.words;
  if (state === 'attention')
    return html`<span class="state attention">${alert}<span>${list.attention}</span></span>`;
  if (state === 'none') return html`<span class="state"><span>${list.notLinked}</span></span>`;
  return html`<span class="state linked">${check}<span>${list.linkedSince(day(frame, linkedAt))}</span></span>`;
}

export const day = ({ language }: Frame, at: number | undefined): string =>
  at === undefined
    ? ''
    : new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
        dateStyle: 'medium',
        timeZone: 'UTC',
      }).format(at);
