// The pages around a tab that is opened beside the application's own page.
import { html } from '../html.ts';
import { foundNote, type Leaving } from './busy.ts';
import { type Frame, page } from './layout.ts';

export interface OpenTab extends Omit<Leaving, 'url' | 'first'> {
  readonly action: string;
  /** What the tab shows in place of a cookie. */
  readonly pass: string;
  /** Where this page goes meanwhile. */
  readonly waiting: string;
}

/** Before the tab: where it leads, and one button. */
export function openTabPage(frame: Frame, tab: OpenTab): string {
  const { channel, embed } = frame.words;
  const { title, host, found, back } = tab;
  return page(frame, {
    title: channel.heading(title),
    body: html`<h1>${channel.heading(title)}</h1>
${found && foundNote(found)}
<p class="soft">${embed.leaving(host)}</p>
<form class="actions" method="post" action="${tab.action}" target="_blank" rel="noopener" data-waiting="${tab.waiting}">
<input type="hidden" name="_pass" value="${tab.pass}">
<input type="hidden" name="lang" value="${frame.language}">
<button class="button primary" type="submit">${channel.proceed(title)}<span class="visually-hidden"> (${channel.newTab})</span></button>
<a class="soft small" href="${back}">${channel.back}</a>
</form>`,
  });
}

export interface Waiting {
  readonly title: string;
  readonly trip: string;
  readonly again: string;
  readonly back: string;
}

/** While the tab is open: goes on by itself. */
export function waitingPage(frame: Frame, { title, trip, again, back }: Waiting): string {
  const { channel, embed } = frame.words;
  return page(frame, {
    title: embed.waiting.heading,
    body: html`<div class="centre" role="status" data-follow="${trip}"><span class="spinner big on"></span>
<h1>${embed.waiting.heading}</h1>
<p class="soft">${embed.waiting.text(title)}</p></div>
<div class="actions"><a class="button" href="${again}">${embed.reopen}</a>
<a class="soft small" href="${back}">${channel.back}</a></div>`,
  });
}

/** In the tab, at the end: everything else goes on where the user came from. */
export function donePage(frame: Frame, { title, list }: { title: string; list: string }): string {
  const { closing, embed, list: words } = frame.words;
  return page(frame, {
    title: words.justLinked(title),
    body: html`<div role="status"><h1>${words.justLinked(title)}</h1>
<p class="soft">${embed.done(frame.app?.name ?? '')}</p></div>
<div class="actions"><a class="soft small" href="${list}">${closing.back}</a></div>`,
  });
}
