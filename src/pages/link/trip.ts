// The pages of a trip to a vendor: on the way there, in this tab or in one beside the application's own
// page, and while we check what came back.
import { LINK_PATHS, visitPaths } from '../../http/paths.ts';
import type { Link } from '../../link/link.ts';
import type { WriteScope } from '../../model/writes.ts';
import { type Html, html } from '../html.ts';
import { changesOf } from './channel.ts';
import { type Frame, page, type VisitFrame } from './layout.ts';

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
  const heading = asked ? words.found.heading : (first ? busy.leaving : channel.heading)(title);
  return page(frame, {
    title: heading,
    ...(first && { onward: url }),
    body: html`<div class="centre"${left !== undefined && html` data-left="${left}" data-channel="${name}"`}>${first && html`<span class="spinner big on"></span>`}
<h1>${heading}</h1>
${found && foundNote(found)}
<p class="soft">${busy.leavingText(host)}</p></div>
<div class="actions"><a class="button primary" href="${url}" rel="noreferrer">${asked ? words.found.yes : channel.proceed(title)}</a>
<a class="soft small" href="${back}">${asked ? words.found.no : channel.back}</a></div>`,
  });
}

/** While what came back is checked: goes on by itself. */
export function checkingPage(frame: VisitFrame, title: string, trip: string): string {
  const { busy } = frame.words;
  return page(frame, {
    title: busy.checking(title),
    onward: frame.visit.arrived(trip),
    body: html`<div class="centre" role="status"><span class="spinner big on"></span>
<h1>${busy.checking(title)}</h1>
<p class="soft">${busy.checkingText}</p></div>`,
  });
}

export interface Confirming {
  readonly title: string;
  readonly channel: string;
  readonly trip: string;
  readonly shop: string;
  /** The application, and what it calls its user. */
  readonly whom: string;
  readonly writes: readonly WriteScope[];
  /** Somebody chose this visit; otherwise the tab must remember its trip, or is led away. */
  readonly isChosen: boolean;
}

/** A vendor that sends no state brought a shop back: only the visitor knows whether it is theirs. */
export function confirmPage(frame: VisitFrame, confirming: Confirming): string {
  const { title, channel, trip, shop, whom, isChosen, writes } = confirming;
  const { confirm } = frame.words;
  const late = frame.visit.said('late');
  return page(frame, {
    title: confirm.heading(title),
    body: html`<h1>${confirm.heading(title)}</h1>
<p class="found"><strong>${shop}</strong></p>
${writes.length > 0 && html`<p>${changesOf(frame, writes)}</p>`}
<p class="soft">${confirm.text(whom)}</p>
<form method="post" action="${frame.visit.confirm(trip)}" class="actions"${!isChosen && html` data-came="${trip}" data-channel="${channel}" data-late="${late}"`}>
<input type="hidden" name="_form" value="${frame.formToken}">
<button class="button primary" type="submit" name="_answer" value="yes">${confirm.yes(whom)}</button>
<button class="button" type="submit" name="_answer" value="no">${confirm.no}</button>
</form>`,
  });
}

type Candidate = Awaited<ReturnType<Link['consentReturns']['candidates']>>[number];

export interface WhoseShop {
  readonly title: string;
  readonly channel: string;
  /** For each visit the shop that came back, which is the same one. */
  readonly choices: readonly Candidate[];
  /** Asks, even if this tab remembers its trip. */
  readonly asks: boolean;
}

/** Several visits of this browser were away at a vendor that does not say whose answer it brings. */
export function whosePage(frame: Frame, { title, channel, choices, asks }: WhoseShop): string {
  const { whose } = frame.words.confirm;
  const tab = html` data-whose data-channel="${channel}" data-late="${LINK_PATHS.said('late')}"`;
  const choice = ({ visit, trip, whom }: Candidate) =>
    html`<li><a href="${visitPaths(visit).confirm(trip)}?chosen=1" data-trip="${trip}"><strong><bdi>${whom}</bdi></strong></a></li>`;
  return page(frame, {
    title: whose.heading,
    body: html`<h1>${whose.heading}</h1>
<p class="found"><strong>${choices[0]?.shop}</strong></p>
<p class="soft">${whose.text(title)}</p>
<ul class="ways"${!asks && tab}>${choices.map(choice)}</ul>
<div class="actions"><a class="soft small" href="${LINK_PATHS.said('wrongState')}">${whose.none}</a></div>`,
  });
}

/** Inside the application's own page, before the tab beside it: where it leads, and one button. */
export function openTabPage(frame: VisitFrame, trip: string, pass: string, to: Leaving): string {
  const { channel, embed } = frame.words;
  const { title, host, found } = to;
  const { visit } = frame;
  return page(frame, {
    title: channel.heading(title),
    body: html`<h1>${channel.heading(title)}</h1>
${found && foundNote(found)}
<p class="soft">${embed.leaving(host)}</p>
<form class="actions" method="post" action="${visit.leaving(trip)}" target="_blank" rel="noopener" data-waiting="${visit.waiting(trip)}">
<input type="hidden" name="_pass" value="${pass}">
<input type="hidden" name="lang" value="${frame.language}">
<button class="button primary" type="submit">${channel.proceed(title)}<span class="visually-hidden"> (${channel.newTab})</span></button>
<a class="soft small" href="${visit.channels}">${channel.back}</a>
</form>`,
  });
}

/** While the tab is open: goes on by itself. */
export function waitingPage(frame: VisitFrame, title: string, trip: string): string {
  const { channel, embed } = frame.words;
  return page(frame, {
    title: embed.waiting.heading,
    body: html`<div class="centre" role="status" data-follow="${trip}"><span class="spinner big on"></span>
<h1>${embed.waiting.heading}</h1>
<p class="soft">${embed.waiting.text(title)}</p></div>
<div class="actions"><a class="button" href="${frame.visit.leaving(trip)}">${embed.reopen}</a>
<a class="soft small" href="${frame.visit.channels}">${channel.back}</a></div>`,
  });
}

/** In the tab, at the end: everything else goes on where the user came from. */
export function donePage(frame: VisitFrame, title: string): string {
  const { closing, embed, list: words } = frame.words;
  return page(frame, {
    title: words.justLinked(title),
    body: html`<div role="status"><h1>${words.justLinked(title)}</h1>
<p class="soft">${embed.done(frame.app?.name ?? '')}</p></div>
<div class="actions"><a class="soft small" href="${frame.visit.channels}">${closing.back}</a></div>`,
  });
}
