// The first page: who asks, what will be shared, and one button. Looking at it uses nothing up.

import type { Reads } from '../../link/words/index.ts';
import type { WriteScope } from '../../model/writes.ts';
import { html } from '../html.ts';
import { check } from './icons.ts';
import { type Frame, page } from './layout.ts';

export interface Landing {
  readonly token: string;
  /** The path of the visit that pressing the button begins. */
  readonly enter: string;
  /** What the offered channels give. */
  readonly reads: Reads;
  readonly writes: readonly WriteScope[];
}

export function landingPage(frame: Frame, { token, enter, reads, writes }: Landing): string {
  const { words } = frame;
  const { landing } = words;
  const name = frame.app?.name ?? '';
  return page(frame, {
    title: landing.heading(name),
    body: html`<h1>${landing.heading(name)}</h1>
<p class="soft">${writes.length > 0 ? landing.leadWrites(name) : landing.lead(name)}</p>
<h2>${landing.shared(name)}</h2>
<ul class="facts">
${reads !== 'products' && html`<li>${check}<span>${landing.orders}</span></li>`}
${reads !== 'orders' && html`<li>${check}<span>${landing.products}</span></li>`}
</ul>
${
  writes.length > 0 &&
  html`<h2>${landing.changed(name)}</h2>
<ul class="facts">${writes.map((scope) => html`<li>${check}<span>${landing.changes[scope]}</span></li>`)}</ul>`
}
<p class="soft">${writes.length > 0 ? landing.otherwise : landing.unchanged}</p>
<p class="soft small">${landing.once}</p>
<form class="actions" method="post" action="${enter}" data-busy="${words.busy.opening}">
<input type="hidden" name="token" value="${token}">
<button class="button primary" type="submit" data-busy="${words.busy.opening}"><span class="spinner"></span><span class="label">${landing.proceed}</span></button>
</form>`,
  });
}
