// A page of a visit as it is served: what it shows, and its form, sent as a browser sends it.
import { DomUtils, parseDocument } from 'htmlparser2';
import type { Visitor } from './visiting.ts';

export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

export interface Page {
  /** Where it is, from the visit on. */
  readonly path: string;
  readonly source: string;
  /** All elements that match. */
  all(tag: string, matches?: (attributes: Element['attribs']) => boolean): readonly Element[];
}

export const textOf = (element: Element | undefined): string =>
  element === undefined ? '' : DomUtils.textContent(element).trim();
export const isOf = (name: string) => (attributes: Element['attribs']) =>
  (attributes.class ?? '').split(' ').includes(name);

export function pageOf(source: string, path = ''): Page {
  const document = parseDocument(source);
  const all: Page['all'] = (tag, matches = () => true) =>
    DomUtils.getElementsByTagName(tag, document).filter(({ attribs }) => matches(attribs));
  return { path, source, all };
}

/** What is said to be wrong, above the form or below a field of it. */
export const alertOf = (page: Page): string =>
  textOf(page.all('*', ({ role }) => role === 'alert')[0]);

/** Opens a page, and those that it leads on to. */
export async function open(visitor: Visitor, path: string): Promise<Page> {
  const response = await visitor.get(path);
  const next = response.headers.get('location');
  const home = visitor.home;
  return next === null
    ? pageOf(await response.text(), path.replace(home, ''))
    : open(visitor, next);
}

const formOf = (page: Page): Element => {
  const form = page.all('form').find((one) => DomUtils.getElementsByTagName('button', one).some(({ attribs }) => isOf('primary')(attribs))); // biome-ignore format: one line
  if (form === undefined) throw new Error(`no form at ${page.path}: ${page.source}`);
  return form;
};

/** What a control sends: as it was served, or as it was filled in where it is shown. */
function sentBy(control: Element, typed: Readonly<Record<string, string>>): readonly string[] {
  const { name = '', id, type, value = '', checked } = control.attribs;
  const [first, ...others] = typed[name]?.split(', ') ?? [];
  if (type === 'checkbox') {
    const isChosen = first === undefined ? checked !== undefined : others.includes(value);
    return isChosen ? [value] : [];
  }
  if (control.name === 'select') {
    const options = DomUtils.getElementsByTagName('option', control);
    const chosen = options.find(({ attribs }) => attribs.selected !== undefined) ?? options[0];
    const wanted = first ?? chosen?.attribs.value ?? '';
    if (!options.some(({ attribs }) => attribs.value === wanted))
      throw new Error(`${name} offers no ${wanted}`);
    return [wanted];
  }
  return [id === undefined ? value : (typed[name] ?? value)];
}

/** Sends the form of a page, and opens what comes after it. */
export async function sendOnce(
  visitor: Visitor,
  page: Page,
  typed: Readonly<Record<string, string>>,
): Promise<Page> {
  const form = formOf(page);
  const isControl = (tag: string) => tag === 'input' || tag === 'select';
  const sent = new URLSearchParams();
  for (const control of DomUtils.getElementsByTagName(isControl, form))
    for (const value of sentBy(control, typed)) sent.append(control.attribs.name ?? '', value);
  const answer = await visitor.post(form.attribs.action ?? '', sent);
  return open(visitor, answer.headers.get('location') ?? '');
}

/** Sends it step by step where it is a walk, until it is linked or something is said that is wrong. */
export async function send(
  visitor: Visitor,
  path: string,
  typed: Readonly<Record<string, string>>,
): Promise<Page> {
  for (let page = await open(visitor, path); ; ) {
    page = await sendOnce(visitor, page, typed);
    const isWalk = page.all('input', ({ name }) => name === '_step').length > 0;
    if (!isWalk || alertOf(page) !== '') return page;
  }
}
