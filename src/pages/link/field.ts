// One input of a form: label, hint, example, and what is wrong with it.
import { type Choice, textOf } from '../../link/form.ts';
import type { AskedInput } from '../../link/linking.ts';
import { type Html, html } from '../html.ts';
import type { Frame } from './layout.ts';

/** It speaks where nothing above it says what is wrong: it has the focus, and its own sentence is read out. */
export function fieldOf(frame: Frame, input: AskedInput, speaks: boolean): Html {
  const { problem, typed, kept } = input;
  const { channel } = frame.words;
  const id = `input-${input.key}`;
  const hint = [
    kept ? channel.kept : undefined,
    input.hint ?? undefined,
    input.choices.length > 0 || input.example === '' ? undefined : channel.example(input.example),
  ].filter((text) => text !== undefined);
  const described = [hint.length > 0 && `${id}-hint`, problem && `${id}-wrong`].filter(Boolean);
  const shared = html` id="${id}" name="${input.key}"${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${problem !== undefined && html` aria-invalid="true"${speaks && html` autofocus`}`}${!input.optional && !kept && html` required`}${input.secret && html` data-secret`}`;
  const value = textOf(typed);
  return html`<div class="field">
<label for="${id}">${input.label}${input.optional && html` <span class="soft">(${channel.optional})</span>`}</label>
${hint.length > 0 && html`<p class="hint" id="${id}-hint">${hint.join(' ')}</p>`}
${control(frame, input, kept ? html`${shared} placeholder="••••••••"` : shared, value)}
${problem !== undefined && html`<p class="wrong" id="${id}-wrong"${speaks && html` role="alert"`}>${problem}</p>`}
</div>`;
}

const PLAIN = html` autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false"`;

function control(frame: Frame, input: AskedInput, shared: Html, value: string): Html {
  const { channel } = frame.words;
  switch (input.kind) {
    case 'choice':
      return select(frame, input, shared, listed(value).slice(0, 1));
    case 'choices':
      return html`${select(frame, input, shared, listed(value).slice(0, 1))}${others(frame, input, listed(value).slice(1))}`;
    case 'secret':
      return html`<div class="secret"><input type="password"${shared} maxlength="4000" autocomplete="new-password" autocapitalize="none" autocorrect="off" spellcheck="false" data-1p-ignore data-lpignore="true"><button class="reveal" type="button" hidden aria-controls="input-${input.key}"><span data-show="${channel.show}" data-hide="${channel.hide}">${channel.show}</span><span class="visually-hidden"> ${input.label}</span></button></div>`;
    default:
      return html`<input type="text"${shared} value="${value}" maxlength="2000"${input.kind === 'address' && html` inputmode="url"`}${PLAIN}>`;
  }
}

const listed = (value: string): readonly string[] =>
  value.split(/[\s,;]+/).filter((part) => part !== '');

/** The choices of each group; one nameless group where there are none. */
const groupsOf = (choices: readonly Choice[]) =>
  [...new Set(choices.map(({ group }) => group))].map(
    (group) => [group, choices.filter((choice) => choice.group === group)] as const,
  );

function select(frame: Frame, input: AskedInput, shared: Html, chosen: readonly string[]): Html {
  const option = ({ value, label }: Choice) =>
    html`<option value="${value}"${chosen.includes(value) && html` selected`}>${label}</option>`;
  return html`<select${shared}>
<option value="">${frame.words.channel.choose}</option>
${groupsOf(input.choices).map(([group, choices]) => (group === null ? choices.map(option) : html`<optgroup label="${group}">${choices.map(option)}</optgroup>`))}
</select>`;
}

/** Under the same name: the first choice and these travel as one list, without any script. */
function others(
  frame: Frame,
  { key, choices, others }: AskedInput,
  chosen: readonly string[],
): Html {
  const box = ({ value, label }: Choice) =>
    html`<label><input type="checkbox" name="${key}" value="${value}"${chosen.includes(value) && html` checked`}> ${label}</label>`;
  return html`<details class="others"${chosen.length > 0 && html` open`}><summary>${others} <span class="soft">(${frame.words.channel.optional})</span></summary>
<div class="inside">${groupsOf(choices).map(([group, some]) => html`<fieldset><legend>${group}</legend><div class="boxes">${some.map(box)}</div></fieldset>`)}</div></details>`;
}
