// One channel: its state, what went wrong last, and the chosen way with its form.

import type { Way } from '../../channels/way.ts';
import type { ChannelWords } from '../../channels/words.ts';
import type { Given } from '../../model/credential.ts';
import type { Diagnosis } from '../diagnosis.ts';
import type { ShownInput } from '../form.ts';
import { type Html, html } from '../html.ts';
import type { Offered } from '../offer.ts';
import { fieldOf } from './field.ts';
import { arrowLeft, markOf } from './icons.ts';
import { type Frame, page, type VisitFrame } from './layout.ts';
import { day } from './list.ts';

export interface ChannelView {
  /** The visit is for this channel alone. */
  readonly only: boolean;
  readonly offered: Offered;
  readonly ways: readonly Way[];
  readonly way: Way | undefined;
  /** What the way asks for. */
  readonly inputs: readonly ShownInput[];
  /** The channel's own, in the language of the page. */
  readonly words: ChannelWords;
  /** What was typed before, or is known of the account that is linked; never a secret. */
  readonly typed: Given;
  readonly trouble: Diagnosis | undefined;
  /** Inputs that were left empty. */
  readonly missing: readonly string[];
  /** The page in the channel's own admin, once it is known. */
  readonly place: string | undefined;
  /** Secrets that were typed before and are kept. */
  readonly kept: readonly string[];
  /** Names what was tried before. */
  readonly draft: string | undefined;
}

export function channelPage(frame: VisitFrame, view: ChannelView): string {
  const { channel } = frame.words;
  const { offered, way, ways } = view;
  const others = ways.filter((other) => other !== way);
  return page(frame, {
    title: channel.heading(offered.title),
    wide: way?.kind === 'form',
    body: html`<a class="back" href="${frame.visit.channels}">${arrowLeft}${view.only ? channel.backOne : channel.back}</a>
<div class="head">${markOf(offered)}<h1>${channel.heading(offered.title)}</h1></div>
${view.trouble ? troubleNote(frame, view, view.trouble) : stateNote(frame, offered)}
${way ? wayForm(frame, view, way) : html`<p>${channel.noWay(offered.title)}</p>`}
${
  others.length > 0 &&
  html`<h2>${channel.otherWays}</h2>
<ul class="ways">${others.map((other) => html`<li><a href="${frame.visit.channel(offered.name)}?way=${other.id}"><strong>${view.words.ways[other.id]?.title}</strong> <span class="soft">${view.words.ways[other.id]?.suits}</span></a></li>`)}</ul>`
}
${offered.state !== 'none' && html`<p class="end"><a class="undo" href="${frame.visit.disconnect(offered.name)}">${channel.disconnect(offered.title)}</a></p>`}`,
  });
}

function stateNote(frame: Frame, { state, linkedAt, account, title }: Offered): Html | false {
  const { channel } = frame.words;
  if (state === 'none') return false;
  if (state === 'attention')
    return html`<div class="note warn"><p>${channel.attention(title)}</p></div>`;
  return html`<div class="note"><p>${account && html`<strong>${account}</strong>`}${channel.linked(day(frame, linkedAt))} ${channel.replaces}</p></div>`;
}

function troubleNote(frame: Frame, { offered }: ChannelView, trouble: Diagnosis): Html {
  const { problem } = frame.words;
  return html`<div class="note bad" role="alert" tabindex="-1" autofocus>
<p><strong>${problem.heading(offered.title)}</strong>${trouble.text}</p>
${trouble.said && html`<p class="small">${problem.said(offered.title)} <q>${trouble.said}</q></p>`}
${offered.state !== 'none' && html`<p class="small">${problem.kept}</p>`}
</div>`;
}

/** The first button of a form is the one that Enter presses: it must not be the one for the place. */
function wayForm(frame: VisitFrame, view: ChannelView, way: Way): Html {
  const { busy, channel } = frame.words;
  const { offered, typed, draft } = view;
  const consent = way.kind === 'consent';
  const label = consent ? channel.proceed(offered.title) : channel.submit;
  const isKnown = draft === undefined && Object.keys(typed).length > 0;
  return html`${wayLead(frame, view, way)}
<form method="post" action="${frame.visit.way(offered.name, way.id)}" autocomplete="off"${!consent && html` class="two"`} data-busy="${consent ? busy.opening : busy.checking(offered.title)}" data-still="${busy.still}" data-long="${busy.long}">
<input type="hidden" name="_form" value="${frame.formToken}">
${draft !== undefined && html`<input type="hidden" name="_try" value="${draft}">`}
<button class="visually-hidden" type="submit" tabindex="-1" aria-hidden="true">${label}</button>
<div class="fields">${isKnown && html`<p class="hint">${channel.prefilled}</p>`}
${view.inputs.map((input) => fieldOf(frame, input, { problem: problemOf(frame, view, input), typed: typed[input.key], kept: view.kept.includes(input.key) }))}</div>
${way.kind === 'form' && steps(frame, view, way)}
<div class="send"><button class="button primary" type="submit" data-busy="${consent ? busy.opening : busy.button}"><span class="spinner"></span><span class="label">${label}</span></button>
<p class="status" role="status"></p></div>
</form>`;
}

/** What the way is and, where there are several, whom it suits. */
function wayLead({ words }: Frame, { offered, ways, words: own }: ChannelView, way: Way): Html {
  const { title, suits } = own.ways[way.id] ?? {};
  return html`<p class="lead">${ways.length > 1 && html`<strong>${title}</strong>`}
${way.kind === 'consent' ? words.channel.consent(offered.title) : ways.length === 1 && title}
${ways.length > 1 && suits}</p>`;
}

function problemOf(frame: Frame, view: ChannelView, input: ShownInput): string | undefined {
  if (view.missing.includes(input.key)) return frame.words.problem.missing;
  return view.trouble?.field === input.key ? frame.words.problem.field : undefined;
}

function steps(frame: Frame, view: ChannelView, way: Extract<Way, { kind: 'form' }>): Html {
  const { channel } = frame.words;
  const { title } = view.offered;
  const link =
    view.place !== undefined
      ? html`<a class="button" href="${view.place}" target="_blank" rel="noopener noreferrer">${channel.place(title)}<span class="visually-hidden"> (${channel.newTab})</span></a>`
      : way.place &&
        html`<button class="button" type="submit" name="_intent" value="place" formnovalidate>${channel.showPlace(title)}</button>`;
  return html`<details class="help"${view.place !== undefined && view.draft !== undefined && html` open`}><summary>${channel.steps}</summary><div class="inside">
<ol>${(view.words.ways[way.id]?.steps ?? []).map((step) => html`<li>${step}</li>`)}</ol>
${link}
</div></details>`;
}
