// Pages that say one thing: what happened, what to do, and the way on if there is one.
import { type Html, html } from '../html.ts';
import type { Offered } from '../offer.ts';
import type { MessageName } from '../words/words.ts';
import { mark } from './icons.ts';
import { type Frame, page } from './layout.ts';

/** With `onward` there is a visit to go back to. */
export function messagePage(frame: Frame, name: MessageName, onward = false): string {
  const { heading, text } = frame.words.messages[name];
  return page(frame, {
    title: heading,
    body: html`<h1>${heading}</h1><p class="soft">${text}</p>
${onward && backToList(frame)}`,
  });
}

export function closingPage(
  frame: Frame,
  status: 'completed' | 'cancelled',
  linked: readonly Offered[],
): string {
  const { closing } = frame.words;
  const { heading, text } = closing[status];
  return page(frame, {
    title: heading,
    body: html`<h1>${heading}</h1>
${
  linked.length > 0 &&
  html`<h2>${closing.linked}</h2>
<ul class="done">${linked.map(({ title, tone }) => html`<li>${mark(title, tone)}${title}</li>`)}</ul>`
}
<p class="soft">${text}</p>
${backToList(frame)}`,
  });
}

const backToList = ({ words, paths }: Frame): Html =>
  html`<div class="actions"><a class="button" href="${paths.channels}">${words.closing.back}</a></div>`;
