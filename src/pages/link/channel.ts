// One channel: its state, what went wrong last, and the chosen way with its form.

import type { Way } from '../../channels/way.ts';
import type { ShownInput } from '../../link/form.ts';
import type { ChannelView } from '../../link/linking.ts';
import type { Offered } from '../../link/offer.ts';
import type { WriteScope } from '../../model/writes.ts';
import { type Html, html } from '../html.ts';
import { fieldOf } from './field.ts';
import { arrowLeft, markOf } from './icons.ts';
import { type Frame, page, type VisitFrame } from './layout.ts';
import { day } from './list.ts';

export function channelPage(frame: VisitFrame, view: ChannelView): string {
  const { channel } = frame.words;
  const { offered, way, ways } = view;
  const others = ways.filter((other) => other !== way);
  const title = channel.heading(offered.title);
  const mistakes = mistakesIn(frame, view);
  return page(frame, {
    title: view.trouble || mistakes.length > 0 ? frame.words.problem.title(title) : title,
    wide: way?.kind === 'form',
    body: html`<a class="back" href="${frame.visit.channels}">${arrowLeft}${view.only ? channel.backOne : channel.back}</a>
<div class="head">${markOf(offered)}<h1>${title}</h1></div>
${mistakes.length === 0 && note(frame, view)}
${way ? wayForm(frame, view, way, mistakes) : html`<p>${channel.noWay(offered.title)}</p>`}
${
  others.length > 0 &&
  html`<h2>${channel.otherWays}</h2>
<ul class="ways">${others.map((other) => html`<li><a href="${frame.visit.channel(offered.name)}?way=${other.id}"><strong>${view.words.ways[other.id]?.title}</strong> <span class="soft">${view.words.ways[other.id]?.suits}</span></a></li>`)}</ul>`
}
${offered.state !== 'none' && html`<p class="end"><a class="undo" href="${frame.visit.disconnect(offered.name)}">${channel.disconnect(offered.title)}</a></p>`}`,
  });
}

interface Mistake {
  readonly input: ShownInput;
  readonly problem: string;
}

/** In the order of the page. */
const mistakesIn = (frame: Frame, view: ChannelView): readonly Mistake[] =>
  view.inputs.flatMap((input) => {
    const problem = problemOf(frame, view, input);
    return problem === undefined ? [] : { input, problem };
  });

/** What is said above the form; a mistake in a field is said directly above the first of these. */
function note(frame: Frame, view: ChannelView): Html | false {
  if (view.trouble) return alertNote(frame, view, []);
  return view.found ? foundNote(frame, view.found) : stateNote(frame, view.offered);
}

/** Has the focus, so that it is read out and in view: with the first wrong field right below it. */
function alertNote(frame: Frame, view: ChannelView, mistakes: readonly Mistake[]): Html {
  const { problem } = frame.words;
  const { offered, trouble } = view;
  return html`<div class="note bad" role="alert" tabindex="-1" autofocus>
<p><strong>${headingOf(frame, offered)}</strong>${trouble?.text}</p>
${trouble?.said && html`<p class="small">${problem.said(trouble.speaker)} <q>${trouble.said}</q></p>`}
${mistakes.length > 0 && html`<ul>${bySentence(mistakes)}</ul>`}
${trouble && offered.state === 'linked' && html`<p class="small">${problem.kept}</p>`}
</div>`;
}

/** What is wrong with several fields is said once, so that the first of them is in view on a phone. */
const bySentence = (mistakes: readonly Mistake[]): readonly Html[] =>
  [...Map.groupBy(mistakes, ({ problem }) => problem)].map(([problem, some]) => {
    const links = some.map(
      ({ input }, index) =>
        html`${index > 0 && ', '}<a href="#input-${input.key}">${input.label}</a>`,
    );
    return html`<li>${links} – ${problem}</li>`;
  });

/** A key goes to another site than the one that was typed only after a second look. */
function foundNote(
  { words }: Frame,
  { address, name, guess: isGuess }: NonNullable<ChannelView['found']>,
): Html {
  const { heading, at, elsewhere, guess } = words.found;
  return html`<div class="note warn" role="alert" tabindex="-1" autofocus>
<p><strong>${heading}</strong>${isGuess ? guess(address) : elsewhere(address)}${name !== undefined && ` ${at(address, name)}`} ${words.found.look}</p>
</div>`;
}

const headingOf = ({ words }: Frame, { state, title }: Offered): string =>
  state === 'none' ? words.problem.heading(title) : words.problem.again(title);

function stateNote(frame: Frame, offered: Offered): Html | false {
  const { state, linkedAt, account, title, isReadOnly } = offered;
  const { channel } = frame.words;
  if (state === 'none') return false;
  if (state === 'attention')
    return html`<div class="note warn"><p>${channel.attention(title)}</p></div>`;
  if (isReadOnly)
    return html`<div class="note warn"><p>${account && html`<strong>${account}</strong>`}${channel.readOnly(frame.app?.name ?? '', title)}</p></div>`;
  return html`<div class="note"><p>${account && html`<strong>${account}</strong>`}${channel.linked(day(frame, linkedAt))} ${channel.replaces}</p></div>`;
}

/** The first button of a form is the one that Enter presses: it must not be the one for the place. */
function wayForm(
  frame: VisitFrame,
  view: ChannelView,
  way: Way,
  mistakes: readonly Mistake[],
): Html {
  const { busy, channel } = frame.words;
  const { offered, typed, draft } = view;
  const consent = way.kind === 'consent';
  const label = consent ? channel.proceed(offered.title) : channel.submit;
  const isKnown = draft === undefined && Object.keys(typed).length > 0;
  return html`${wayLead(frame, view, way)}
<form method="post" action="${frame.visit.way(offered.name, way.id)}" autocomplete="off" novalidate${draft !== undefined && html` data-typed`}${!consent && html` class="two"`} data-busy="${consent ? busy.opening : busy.checking(offered.title)}" data-still="${busy.still}" data-long="${busy.long}">
<input type="hidden" name="_form" value="${frame.formToken}">
${draft !== undefined && html`<input type="hidden" name="_try" value="${draft}">`}
<button class="visually-hidden" type="submit" tabindex="-1" aria-hidden="true">${label}</button>
<div class="fields">${isKnown && html`<p class="hint">${channel.prefilled}</p>`}
${view.inputs.map((input) => html`${input === mistakes[0]?.input && alertNote(frame, view, mistakes)}${fieldOf(frame, input, { problem: problemOf(frame, view, input), typed: typed[input.key], kept: view.kept.includes(input.key) })}`)}</div>
${way.kind === 'form' && steps(frame, view, way.id)}
<div class="send"><button class="button primary" type="submit" data-busy="${consent ? busy.opening : busy.button}"><span class="spinner"></span><span class="label">${label}</span></button>
<p class="status" role="status"></p></div>
</form>
<p class="soft small">${channel.reads[view.reads]} ${changesOf(frame, offered.writes)}</p>`;
}

export function changesOf({ words, app }: Frame, writes: readonly WriteScope[]): string {
  const { unchanged, changes } = words.channel;
  const [scope, ...others] = writes;
  if (scope === undefined) return unchanged;
  return changes[others.length > 0 ? 'both' : scope](app?.name ?? '');
}

/** What the way is and, where there are several, whom it suits. */
function wayLead({ words }: Frame, { offered, ways, words: own }: ChannelView, way: Way): Html {
  const { title, suits } = own.ways[way.id] ?? {};
  return html`<p class="lead">${ways.length > 1 && html`<strong>${title}</strong>`}
${way.kind === 'consent' ? words.channel.consent(offered.title) : ways.length === 1 && title}
${ways.length > 1 && suits}</p>`;
}

function problemOf(frame: Frame, view: ChannelView, input: ShownInput): string | undefined {
  const problem = view.problems[input.key];
  if (problem !== undefined) return problem;
  return view.trouble?.field === input.key ? frame.words.problem.field : undefined;
}

function steps(frame: Frame, view: ChannelView, way: string): Html {
  const { channel } = frame.words;
  const { title, writes } = view.offered;
  const own = view.words.ways[way];
  const toWrite = new Set(writes.flatMap((scope) => own?.toWrite?.[scope] ?? []));
  const address = view.place && 'address' in view.place ? view.place.address : undefined;
  const link =
    address !== undefined
      ? html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer">${channel.place(title)}<span class="visually-hidden"> (${channel.newTab})</span></a>`
      : view.place &&
        html`<button class="button" type="submit" name="_intent" value="place" formnovalidate>${channel.showPlace(title)}</button>`;
  return html`<details class="help"${address !== undefined && view.draft !== undefined && html` open`}><summary>${channel.steps}</summary><div class="inside">
<ol>${(own?.steps ?? []).map((step) => html`<li>${step}</li>`)}</ol>
${
  toWrite.size > 0 &&
  html`<p><strong>${channel.toWrite(frame.app?.name ?? '')}</strong></p>
<ul>${[...toWrite].map((text) => html`<li>${text}</li>`)}</ul>`
}
${link}
</div></details>`;
}

/** Disconnecting it: what that means, and one yes. */
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
