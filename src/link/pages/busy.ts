// Pages that are there for a moment: on the way to the vendor, and while we check what came back.
import { type Html, html } from '../html.ts';
import { type Frame, page } from './layout.ts';

/** A shop, as it names itself. */
export interface Found {
  readonly address: string;
  readonly name?: string | undefined;
  /** There is nothing to look at: it is what was typed. */
  readonly isAsTyped?: boolean | undefined;
}

export const foundNote = ({ address, name }: Found): Html =>
  html`<p class="found">${name !== undefined && html`<strong>${name}</strong> `}<span>${address}</span></p>`;

export interface Leaving {
  readonly channel: string;
  readonly title: string;
  readonly url: string;
  readonly host: string;
  /** Goes on by itself; not when the visitor came back to this page, or has something to look at. */
  readonly first: boolean;
  /** What was found at the address that was typed. */
  readonly found?: Found | undefined;
  readonly back: string;
  /** The trip, where this tab must remember it: the vendor sends no state. */
  readonly left?: string | undefined;
}

export function leavingPage(frame: Frame, leaving: Leaving): string {
  const { title, url, host, found, back, channel: name, left } = leaving;
  const { words } = frame;
  const { busy, channel } = words;
  const asked = found !== undefined && !found.isAsTyped;
  const first = leaving.first && !asked;
  return page(frame, {
    title: first ? busy.leaving(title) : asked ? words.found.heading : channel.heading(title),
    ...(first && { onward: url }),
    body: html`<div class="centre"${left !== undefined && html` data-left="${left}" data-channel="${name}"`}>${first && html`<span class="spinner big on"></span>`}
<h1>${first ? busy.leaving(title) : asked ? words.found.heading : channel.heading(title)}</h1>
${found && foundNote(found)}
<p class="soft">${busy.leavingText(host)}</p></div>
<div class="actions"><a class="button primary" href="${url}" rel="noreferrer">${asked ? words.found.yes : channel.proceed(title)}</a>
<a class="soft small" href="${back}">${asked ? words.found.no : channel.back}</a></div>`,
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

export interface Confirming {
  readonly title: string;
  /** The shop that came back. */
  readonly shop: string;
  /** The application, and what it calls its user. */
  readonly whom: string;
  readonly action: string;
  readonly formToken: string;
  /** What this tab must remember, where nobody chose; otherwise it is led away. */
  readonly tab:
    | { readonly channel: string; readonly trip: string; readonly late: string }
    | undefined;
}

/** A vendor that sends no state brought a shop back: only the visitor knows whether it is theirs. */
export function confirmPage(frame: Frame, confirming: Confirming): string {
  const { title, shop, whom, action, formToken, tab } = confirming;
  const { confirm } = frame.words;
  return page(frame, {
    title: confirm.heading(title),
    body: html`<h1>${confirm.heading(title)}</h1>
<p class="found"><strong>${shop}</strong></p>
<p class="soft">${confirm.text(whom)}</p>
<form method="post" action="${action}" class="actions"${tab && html` data-came="${tab.trip}" data-channel="${tab.channel}" data-late="${tab.late}"`}>
<input type="hidden" name="_form" value="${formToken}">
<button class="button primary" type="submit" name="_answer" value="yes">${confirm.yes(whom)}</button>
<button class="button" type="submit" name="_answer" value="no">${confirm.no}</button>
</form>`,
  });
}

export interface WhoseShop {
  readonly title: string;
  readonly channel: string;
  /** The shop that came back. */
  readonly shop: string;
  readonly choices: readonly Choice[];
  /** Asks, even if this tab remembers its trip. */
  readonly asks: boolean;
  readonly none: string;
  /** Where a tab goes whose own trip is none of these. */
  readonly late: string;
}

interface Choice {
  readonly trip: string;
  readonly whom: string;
  readonly address: string;
}

/** Several visits of this browser were away at a vendor that does not say whose answer it brings. */
export function whosePage(frame: Frame, view: WhoseShop): string {
  const { whose } = frame.words.confirm;
  const tab = html` data-whose data-channel="${view.channel}" data-late="${view.late}"`;
  return page(frame, {
    title: whose.heading,
    body: html`<h1>${whose.heading}</h1>
<p class="found"><strong>${view.shop}</strong></p>
<p class="soft">${whose.text(view.title)}</p>
<ul class="ways"${!view.asks && tab}>${view.choices.map(({ trip, whom, address }) => html`<li><a href="${address}" data-trip="${trip}"><strong><bdi>${whom}</bdi></strong></a></li>`)}</ul>
<div class="actions"><a class="soft small" href="${view.none}">${whose.none}</a></div>`,
  });
}
