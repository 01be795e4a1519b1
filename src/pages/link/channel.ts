// One channel: its state, what went wrong last, and the chosen way with its form.

import type { Way } from '../../channels/way.ts';
import type { AskedInput, ChannelView, ShownStep } from '../../link/linking.ts';
import type { Connection, Offered } from '../../link/offer.ts';
import type { WriteScope } from '../../model/writes.ts';
import { type Html, html } from '../html.ts';
import { drawingOf } from './drawing.ts';
import { fieldOf } from './field.ts';
import { arrowLeft, check, markOf } from './icons.ts';
import { type Frame, page, type VisitFrame } from './layout.ts';
import { again, day, moment } from './list.ts';

export function channelPage(frame: VisitFrame, view: ChannelView): string {
  const { channel } = frame.words;
  const { offered, way, ways, step } = view;
  const isFirst = step === undefined || step.at === 0;
  const others = isFirst ? ways.filter((other) => other !== way) : [];
  const heading = channel.heading(offered.title);
  const title = step ? `${heading} · ${channel.step(step.at + 1, step.of)}` : heading;
  const mistakes = view.inputs.filter(({ problem }) => problem !== undefined);
  return page(frame, {
    title: view.trouble || mistakes.length > 0 ? frame.words.problem.title(title) : title,
    body: html`${backLink(frame, view)}
<div class="head">${markOf(offered)}<h1>${heading}</h1></div>
${step && progress(frame, step)}
${mistakes.length === 0 && note(frame, view, isFirst)}
${way ? wayForm(frame, view, way, mistakes) : html`<p>${channel.noWay(offered.title)}</p>`}
${
  others.length > 0 &&
  html`<h2>${channel.otherWays}</h2>
<ul class="ways">${others.map((other) => html`<li><a href="${frame.visit.channel(offered.name)}?way=${other.id}"><strong>${view.words.ways[other.id]?.title}</strong> <span class="soft">${view.words.ways[other.id]?.suits}</span></a></li>`)}</ul>`
}`,
  });
}

/** To the step before, with what was typed there; from the first to where the visitor came from. */
function backLink({ visit, words: { channel } }: VisitFrame, view: ChannelView): Html {
  const { step, draft, way, offered } = view;
  if (!step || !way || draft === undefined || step.at === 0)
    return html`<a class="back" href="${visit.channels}">${arrowLeft}${view.only ? channel.backOne : channel.back}</a>`;
  return html`<a class="back" href="${visit.tried(offered.name, way.id, draft, step.at - 1)}">${arrowLeft}${channel.previous}</a>`;
}

const progress = ({ words }: Frame, { at, of }: ShownStep): Html =>
  html`<p class="progress"><span class="soft small">${words.channel.step(at + 1, of)}</span><span class="bar" aria-hidden="true">${Array.from({ length: of }, (_, one) => html`<i${one <= at && html` class="on"`}></i>`)}</span></p>`;

/** What is said above the form; a mistake in a field is said directly above the first of these. */
function note(frame: VisitFrame, view: ChannelView, isFirst: boolean): Html | false {
  if (view.trouble) return alertNote(frame, view, []);
  if (view.found) return foundNote(frame, view.found);
  return isFirst && stateNote(frame, view.offered);
}

/** Has the focus, so that it is read out and in view: with the first wrong field right below it. */
function alertNote(frame: VisitFrame, view: ChannelView, mistakes: readonly AskedInput[]): Html {
  const { problem } = frame.words;
  const { offered, trouble } = view;
  return html`<div class="note bad" role="alert" tabindex="-1" autofocus>
<p><strong>${headingOf(frame, offered)}</strong>${trouble?.text}</p>
${trouble?.said && html`<p class="small">${problem.said(trouble.speaker)} <q>${trouble.said}</q></p>`}
${mistakes.length > 0 && html`<ul>${bySentence(mistakes)}</ul>`}
${view.other && html`<p><a class="button slim" href="${frame.visit.channel(view.other.name)}?from=${view.draft}">${problem.otherLink(view.other.title)}</a></p>`}
${trouble && offered.state === 'linked' && html`<p class="small">${problem.kept}</p>`}
</div>`;
}

/** What is wrong with several fields is said once, so that the first of them is in view on a phone. */
const bySentence = (mistakes: readonly AskedInput[]): readonly Html[] =>
  [...Map.groupBy(mistakes, ({ problem }) => problem)].map(([problem, some]) => {
    const links = some.map(
      ({ key, label }, index) => html`${index > 0 && ', '}<a href="#input-${key}">${label}</a>`,
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
  return html`<div class="note"><p>${account && html`<strong>${account}</strong>`}${frame.words.list.linkedSince(day(frame, linkedAt))}. ${channel.replaces}</p></div>`;
}

function wayForm(
  frame: VisitFrame,
  view: ChannelView,
  way: Way,
  mistakes: readonly AskedInput[],
): Html {
  const { busy, channel } = frame.words;
  const { offered, draft, step, inputs } = view;
  const consent = way.kind === 'consent';
  const goesOn = step && !step.isLast;
  const label = consent ? channel.proceed(offered.title) : goesOn ? channel.next : channel.submit;
  const isKnown = draft === undefined && inputs.some(({ typed }) => typed !== undefined);
  const isFirst = step === undefined || step.at === 0;
  // One field alone says itself what is wrong with it.
  const speaks = step !== undefined && view.trouble === undefined;
  return html`${isFirst && wayLead(frame, view, way)}
<form method="post" action="${frame.visit.way(offered.name, way.id)}" autocomplete="off" novalidate${draft !== undefined && html` data-typed`} data-busy="${consent ? busy.opening : busy.checking(offered.title)}" data-still="${busy.still}" data-long="${busy.long}">
<input type="hidden" name="_form" value="${frame.formToken}">
${draft !== undefined && html`<input type="hidden" name="_try" value="${draft}">`}
${step && html`<input type="hidden" name="_step" value="${step.at}">`}
<div class="fields">${step && toDo(frame, view, step)}
${isKnown && html`<p class="hint">${channel.prefilled}</p>`}
${inputs.map((input) => html`${input === mistakes[0] && !speaks && alertNote(frame, view, step ? [] : mistakes)}${fieldOf(frame, input, speaks)}`)}
${isFirst && html`<p class="soft small">${channel.reads[view.reads]} ${changesOf(frame, offered.writes)}</p>`}</div>
${step?.draws && html`<div class="help">${drawingOf(step.draws)}</div>`}
<div class="send"><button class="button primary" type="submit" data-busy="${consent ? busy.opening : busy.button}"><span class="spinner"></span><span class="label">${label}</span></button>
<p class="status" role="status"></p></div>
</form>`;
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

/** What is to be done in the channel's own admin, and the way there. */
function toDo(frame: Frame, view: ChannelView, step: ShownStep): Html | false {
  const { channel } = frame.words;
  const { offered, way, place } = view;
  if (!step.isThere) return false;
  const { toWrite } = (step.draws?.kind === 'menu' && view.words.ways[way?.id ?? '']) || {};
  const rights = new Set(offered.writes.flatMap((scope) => toWrite?.[scope] ?? []));
  const [first, ...others] = step.says;
  return html`${others.length > 0 ? html`<ol class="says">${step.says.map((says) => html`<li>${says}</li>`)}</ol>` : first !== undefined && html`<p>${first}</p>`}
${
  rights.size > 0 &&
  html`<p><strong>${channel.toWrite(frame.app?.name ?? '')}</strong></p>
<ul class="says">${[...rights].map((text) => html`<li>${text}</li>`)}</ul>`
}
${place !== undefined && first !== undefined && html`<p><a class="button slim" href="${place}" target="_blank" rel="noopener noreferrer">${channel.place(offered.title)}<span class="visually-hidden"> (${channel.newTab})</span></a></p>`}`;
}

/** A sentence of one gap with what fills it. */
function within(sentence: (gap: string) => string, filling: Html): Html {
  const [before, after] = sentence('\n').split('\n');
  return html`${before}${filling}${after}`;
}

/** A channel that is linked: whose shop it is, since when, what is read, and how that went last. */
export function connectionPage(frame: VisitFrame, { offered, reads, last }: Connection): string {
  const { channel, connection } = frame.words;
  const { title, account, settings, state, isReadOnly, linkedAt, writes } = offered;
  const { baseUrl } = settings ?? {};
  const facts = [
    [connection.account, account],
    [connection.address, typeof baseUrl === 'string' ? baseUrl : undefined],
    [connection.since, day(frame, linkedAt)],
    [connection.access, `${channel.reads[reads]} ${changesOf(frame, writes)}`],
    [
      connection.last,
      last
        ? within(connection[last.isGood ? 'well' : 'failed'], moment(frame, last.at))
        : connection.never,
    ],
  ] as const;
  const isGood = state === 'linked' && !isReadOnly;
  return page(frame, {
    title,
    body: html`<a class="back" href="${frame.visit.channels}">${arrowLeft}${channel.back}</a>
<div class="head">${markOf(offered)}<h1>${title}</h1></div>
${isGood ? html`<p class="state linked">${check}<span>${connection.linked}</span></p>` : stateNote(frame, offered)}
<dl class="about">${facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="soft small">${channel.replaces}</p>
<div class="actions">${again(frame, offered, isGood ? '' : 'primary')}
<a class="undo" href="${frame.visit.disconnect(offered.name)}">${channel.disconnect(title)}</a></div>`,
  });
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
