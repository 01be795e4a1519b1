// Pages that are there for a moment: on the way to the vendor, and while we check what came back.
import { html } from '../html.ts';
import { type Frame, page } from './layout.ts';

export interface Leaving {
  readonly title: string;
  readonly url: string;
  readonly host: string;
  /** Goes on by itself; not when the visitor came back to this page. */
  readonly first: boolean;
  readonly back: string;
}

export function leavingPage(frame: Frame, { title, url, host, first, back }: Leaving): string {
  const { busy, channel } = frame.words;
  return page(frame, {
    title: busy.leaving(title),
    ...(first && { onward: url }),
    body: html`<div class="centre"><span class="spinner big${first && html` on`}"></span>
<h1>${first ? busy.leaving(title) : channel.heading(title)}</h1>
<p class="soft">${busy.leavingText(host)}</p></div>
<div class="actions"><a class="button primary" href="${url}" rel="noreferrer">${channel.proceed(title)}</a>
<a class="soft small" href="${back}">${channel.back}</a></div>`,
  });
}

export function checkingPage(frame: Frame, title: string, onward: string): string {
  const { busy } = frame.words;
  return page(frame, {
    title: busy.checking(title),
    onward,
    body: html`<div class="centre" role="status"><span class="spinner big on"></span>
<h1>${busy.checking(title)}</h1>
<p class="soft">${busy.checkingText}</p></div>`,
  });
}
