// Disconnecting a channel: what it means, and one yes.
import { html } from '../html.ts';
import type { Offered } from '../offer.ts';
import { markOf } from './icons.ts';
import { page, type VisitFrame } from './layout.ts';

export function disconnectPage(frame: VisitFrame, offered: Offered): string {
  const { disconnect } = frame.words;
  const { name, title, account } = offered;
  return page(frame, {
    title: disconnect.heading(title),
    body: html`<div class="head">${markOf(offered)}<h1>${disconnect.heading(title)}</h1></div>
${account && html`<p class="found"><strong>${account}</strong></p>`}
<p>${disconnect.text(frame.app?.name ?? '', title)}</p>
<p class="soft">${disconnect.there(title)}</p>
<form method="post" action="${frame.visit.disconnect(name)}" class="actions">
<input type="hidden" name="_form" value="${frame.formToken}">
<button class="button danger" type="submit">${disconnect.yes}</button>
<a class="button" href="${frame.visit.channel(name)}">${disconnect.no}</a>
</form>`,
  });
}
