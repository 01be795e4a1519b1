// Pages that say one thing: what happened, what to do, and the way on if there is one.

import type { Offered } from '../../link/offer.ts';
import type { MessageName } from '../../link/words/index.ts';
import { html } from '../html.ts';
import { markOf } from './icons.ts';
import { type Frame, page } from './layout.ts';

export interface Onward {
  /** The list of the visit that goes on. */
  readonly list?: string | undefined;
  /** The client application. */
  readonly back?: string | undefined;
  /** The same once more. */
  readonly again?: string | undefined;
  /** The address that shows this page again, in another language; its own unless set. */
  readonly here?: string | undefined;
  /** The same in a tab of its own, which this page follows. */
  readonly tab?: string | undefined;
}

export function messagePage(frame: Frame, name: MessageName, onward: Onward = {}): string {
  const { heading, text } = frame.words.messages[name];
  const { list, back, again, tab } = onward;
  const { closing } = frame.words;
  return page(frame, {
    title: heading,
    body: html`<h1>${heading}</h1><p class="soft">${text}</p>
${
  (list ?? back ?? again ?? tab) !== undefined &&
  html`<div class="actions"${tab !== undefined && html` data-follow`}>
${tab !== undefined && html`<a class="button primary" href="${tab}" target="_blank" rel="noopener">${frame.words.embed.openTab}</a>`}
${again !== undefined && html`<a class="button primary" href="${again}">${closing.again}</a>`}
${list !== undefined && html`<a class="button" href="${list}">${closing.back}</a>`}
${back !== undefined && html`<a class="button${tab === undefined && html` primary`}" href="${back}" rel="noreferrer"${frame.embed && html` data-exit`}>${closing.toApp(frame.app?.name ?? '')}</a>`}
</div>`
}`,
  });
}

export interface Closing {
  readonly status: 'completed' | 'cancelled';
  readonly linked: readonly Offered[];
  /** The client's own address, where it gave one: the browser goes there by itself. */
  readonly back: string | undefined;
}

export function closingPage(frame: Frame, { status, linked, back }: Closing): string {
  const { closing } = frame.words;
  const { heading, text } = closing[status];
  return page(frame, {
    title: heading,
    ...(back !== undefined && { onward: back }),
    body: html`<div role="status" tabindex="-1" autofocus><h1>${heading}</h1>
<p class="soft">${(status === 'completed' && frame.app?.done) || (back === undefined && text)}</p></div>
${
  linked.length > 0 &&
  html`<h2>${closing.linked}</h2>
<ul class="done">${linked.map((channel) => html`<li>${markOf(channel)}<span>${channel.title}${channel.account && html`<span class="account">${channel.account}</span>`}</span></li>`)}</ul>`
}
${back !== undefined && html`<div class="actions"><a class="button primary" href="${back}" rel="noreferrer">${closing.toApp(frame.app?.name ?? '')}</a></div>`}`,
  });
}
