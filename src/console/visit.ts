// What a page is given, and what it shows.
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import type { AreaName } from './areas.ts';
import type { Live } from './live.ts';
import { facts, type Inputs, way } from './parts.ts';

/** One visit of a page. */
export interface Visit {
  readonly acts: Acts;
  readonly live: Live;
  readonly now: number;
  /** None where the address is of no area. */
  readonly area: AreaName | undefined;
  /** Of what the page is about. */
  readonly path: string;
  /** What was done just now. */
  readonly said: string | undefined;
  /** Who is signed in, and the way out. */
  readonly who: Html;
  readonly isAdmin: boolean;
  readonly query: Readonly<Record<string, string>>;
  /** What the address names, where it names such a thing: in its path, a client and a user in its query too. */
  readonly params: Readonly<Record<'id' | 'client' | 'user', string>>;
  /** The address of the page, with its query, or of an act on what it is about. */
  readonly at: (act?: string) => string;
  /** A form with one button, which does an act on that, or one at an address; nothing for those who may not. */
  readonly does: (act: string, words: string, more?: Does) => Html | undefined;
  /** What people call a channel. */
  readonly titleOf: (channel: string) => string;
  /** A code, leading to what it means. */
  readonly help: (code: string) => Html;
  /** The hidden field that every form brings back. */
  readonly formToken: Html;
}

export interface Does {
  readonly fields?: Readonly<Record<string, string>>;
  /** What is typed or chosen there. */
  readonly inputs?: Inputs;
  readonly look?: 'plain' | 'danger';
  /** Also for those who may only look. */
  readonly forAll?: boolean;
}

/** What a page shows. */
export interface Shown {
  readonly title: string;
  /** The page within the area that it belongs to, where it is not the area itself. */
  readonly under?: readonly [title: string, path: string];
  readonly body: Html;
  readonly status?: number;
}

/** Secrets that no page shows a second time, and the way back to what they belong to. */
export const shownOnce = (
  title: string,
  secrets: Readonly<Record<string, string>>,
  under: NonNullable<Shown['under']>,
  back: string,
): Shown => {
  const shown = Object.entries(secrets).map(
    ([name, value]) => [name, html`<code class="secret">${value}</code>`] as const,
  );
  return {
    ...{ title, under },
    body: html`<p class="said warn" role="status">Copy it now: it is not shown again.</p>${facts(Object.fromEntries(shown))}<p>${way(under[1], back)}</p>`,
  };
};
