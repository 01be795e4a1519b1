// The session of a visit: its cookies and its language, who is on it, whose form it is, and the pages
// that only say something.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LINK_PATHS, visitPaths } from '../../http/paths.ts';
import { backAddress } from '../../link/finish.ts';
import type { Link } from '../../link/link.ts';
import type { Arriving, Guest } from '../../link/visit.ts';
import {
  bestLanguage,
  isLanguage,
  type Language,
  type MessageName,
  vocabularies,
} from '../../link/words/index.ts';
import type { Theme } from '../assets.ts';
import {
  cookiesOf,
  createSetCookie,
  formOf,
  fromElsewhere,
  goTo,
  isFramed,
  letFrame,
  pageQuery,
  secure,
  sendPage,
} from '../browser.ts';
import { appOf, type Frame, type VisitFrame, type Whose } from './layout.ts';
import { messagePage, type Onward } from './message.ts';

export interface Step {
  readonly guest: Guest;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the path names, where it names such a thing. */
  readonly params: Readonly<Record<'channel' | 'way' | 'trip', string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly paths: ReturnType<typeof visitPaths>;
  readonly language: Language;
  frame(): VisitFrame;
  show(page: string): FastifyReply;
  go(path: string): FastifyReply;
  /** One of the pages that only say something, with the way back to the list. */
  say(name: MessageName): FastifyReply;
}
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export const STATUSES: Readonly<Record<MessageName, number>> = {
  used: 410,
  expired: 410,
  unknown: 404,
  over: 410,
  finished: 410,
  elsewhere: 410,
  cookies: 403,
  newTab: 403,
  stale: 403,
  wrongState: 409,
  late: 410,
  oneAtATime: 409,
  missing: 404,
  method: 405,
  broken: 500,
  unavailable: 503,
  tooMany: 429,
  tooLarge: 413,
};

export const isMessage = (name: string): name is MessageName => Object.hasOwn(STATUSES, name);

export const visitOf = (request: FastifyRequest): string =>
  (request.params as { visit?: string }).visit ?? '';

const VISIT = 'manifold_visit';
const LANGUAGE = 'manifold_language';
const THEME = 'manifold_theme';
const BESIDE = 'manifold_beside';
const TRIP = 'manifold_trip_';
const YEAR_MS = 365 * 24 * 60 * 60_000;

export const visitCookieOf = (request: FastifyRequest): string | undefined =>
  cookiesOf(request).get(VISIT);

/** Says that this browser has a visit, and nothing more: the cookie of the visit is not sent here. */
const seenName = (visit: string) => `${VISIT}_${visit.slice(0, 8)}`;
export const hasVisit = (request: FastifyRequest, visit: string): boolean =>
  cookiesOf(request).has(seenName(visit));

/** What a tab beside the application's own page is there for: one trip, or the whole visit. */
export type Beside = 'trip' | 'visit';

export function besideOf(request: FastifyRequest): Beside | undefined {
  const value = isFramed(request) ? undefined : cookiesOf(request).get(BESIDE);
  return value === 'trip' || value === 'visit' ? value : undefined;
}

/** What the trips of this browser to a vendor that sends no state were sealed as. */
export const tripCookiesOf = (request: FastifyRequest): readonly string[] =>
  [...cookiesOf(request)].filter(([name]) => name.startsWith(TRIP)).map(([, value]) => value);

function createCookies(baseUrl: string) {
  const set = createSetCookie(baseUrl);
  return {
    /** Keeps the visit in this browser for so long; absent: until the browser is closed. */
    setVisit: (reply: FastifyReply, visit: string, value: string, ms?: number) =>
      set(reply, `${VISIT}=${value}`, visitPaths(visit).home, ms),
    /** Notes at the start that this browser is on that visit. */
    setSeen: (reply: FastifyReply, visit: string, ms: number) =>
      set(reply, `${seenName(visit)}=1`, LINK_PATHS.start, ms),
    /** Notes that this tab was opened beside the application's own page. */
    setBeside: (reply: FastifyReply, visit: string, beside: Beside) =>
      set(reply, `${BESIDE}=${beside}`, visitPaths(visit).home),
    /** Names a trip to a vendor that sends no state, to be read wherever whose it is matters. */
    setTrip: (reply: FastifyReply, trip: string, value: string, ms: number) =>
      set(reply, `${TRIP}${trip.slice(0, 8)}=${value}`, LINK_PATHS.start, ms),
    setLanguage: (reply: FastifyReply, language: Language) =>
      set(reply, `${LANGUAGE}=${language}`, LINK_PATHS.start, YEAR_MS),
    /** As the application's page that opens the link wants it, until the browser is closed. */
    setTheme: (reply: FastifyReply, theme: string) =>
      set(reply, `${THEME}=${theme}`, LINK_PATHS.start),
  };
}

export type Pages = ReturnType<typeof createPages>;

export function createPages(link: Link, baseUrl: string) {
  const { visits } = link;
  const cookies = createCookies(baseUrl);

  /** The page as this browser is to see it: its language, and whose application it comes from. */
  function frame(
    request: FastifyRequest,
    reply: FastifyReply,
    whose?: Whose,
    here = hereOf(request),
  ): Frame {
    if (request.seen && whose) request.seen.client = whose.client.id;
    const language = languageOf(request);
    if (pageQuery(request).lang === language) cookies.setLanguage(reply, language);
    const theme = themeOf(request);
    if ('theme' in pageQuery(request)) cookies.setTheme(reply, theme ?? 'auto');
    reply.header('content-language', language).header('vary', 'accept-language, cookie');
    const origins = whose?.client.redirectOrigins ?? [];
    letFrame(reply, origins);
    const visit = whose?.visit;
    const { linked, status } = visit && 'linked' in visit ? visit : { linked: [], status: null };
    const path = visit && ('hash' in visit ? visit.hash : visit.linkHash);
    const follow = path && { at: visitPaths(path).progress, watch: visits.watch(path) };
    const isInside = isFramed(request) && origins.length > 0;
    return {
      ...{ language, theme, words: vocabularies[language], here },
      app: whose && appOf(whose, language, theme),
      embed: isInside ? { origins, linked, status, follow: follow || undefined } : undefined,
    };
  }

  function say(
    request: FastifyRequest,
    reply: FastifyReply,
    name: MessageName,
    whose?: Whose,
    onward?: Onward,
  ): FastifyReply {
    if (request.seen) request.seen.outcome = name;
    const { embed, ...rest } = frame(request, reply, whose, onward?.here);
    const shown = { ...rest, embed: embed && { ...embed, problem: name } };
    return sendPage(reply, STATUSES[name], messagePage(shown, name, onward));
  }

  const arriving = (request: FastifyRequest): Promise<Arriving> =>
    visits.find(visitOf(request), visitCookieOf(request));

  /** What a browser learns that is not on this visit. */
  function sayWhy(request: FastifyRequest, reply: FastifyReply, came: Arriving): FastifyReply {
    if (came.kind === 'unknown') return say(request, reply, 'over');
    if (!('visit' in came)) return say(request, reply, came.kind, came);
    const { redirectUrl, status, linked } = came.visit;
    const back = backAddress(redirectUrl, status ?? 'cancelled', linked);
    return say(request, reply, 'finished', came, { back });
  }

  /** Runs a handler for a browser that is on this visit; any other learns why it is not. */
  const inVisit =
    (handler: (step: Step) => Promise<unknown>): Handler =>
    async (request, reply) => {
      const came = await arriving(request);
      if (came.kind !== 'guest') return sayWhy(request, reply, came);
      const { visit, client } = came;
      const paths = visitPaths(visit.linkHash);
      // A browser shows no page from its memory whose cookie has changed since: what was typed there
      // is gone with every step, with or without a script.
      const { value, milliseconds } = visits.changedCookie(visit);
      cookies.setVisit(reply, visit.linkHash, value, milliseconds);
      return handler({
        guest: { visit, client },
        ...{ request, reply, paths, query: pageQuery(request) },
        params: request.params as Step['params'],
        language: languageOf(request),
        frame: () => ({
          ...frame(request, reply, came),
          visit: paths,
          formToken: visits.formToken(visit),
        }),
        show: (page) => sendPage(reply, 200, page),
        go: (path) => goTo(reply, path),
        say: (name) => say(request, reply, name, came, { list: paths.channels }),
      });
    };

  /** The same for a form, which must be one of ours and of this visit. */
  const inForm = (handler: (step: Step, form: URLSearchParams) => Promise<unknown>): Handler =>
    inVisit(async (step) => {
      const form = formOf(step.request);
      const ours = visits.fromOurForm(step.guest.visit, form.get('_form') ?? undefined);
      if (!ours || fromElsewhere(step.request, baseUrl)) return step.say('stale');
      return handler(step, form);
    });

  return {
    ...{ link, cookies, frame, say, arriving, sayWhy, inVisit, inForm },
    /** For an address of these pages that is none, or not with this method. */
    sayMissing: (request: FastifyRequest, reply: FastifyReply, methods: readonly string[]) =>
      say(request, secure(reply), methods.length > 0 ? 'method' : 'missing'),
  };
}

/** The page's language: asked for just now, chosen before, or the browser's own. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = [pageQuery(request).lang, cookiesOf(request).get(LANGUAGE)].find(isLanguage);
  return chosen ?? bestLanguage(request.headers['accept-language']);
}

/** The page's theme: asked for just now, or before; undefined leaves it to the browser. */
function themeOf(request: FastifyRequest): Theme | undefined {
  const theme = pageQuery(request).theme ?? cookiesOf(request).get(THEME);
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

/** The address of a page without the language and the theme that were asked for. */
function hereOf(request: FastifyRequest): string {
  const { lang, theme, ...query } = pageQuery(request);
  const rest = new URLSearchParams(query).toString();
  const path = (request.raw.url ?? '').split('?')[0] ?? '';
  return `${path}${rest && `?${rest}`}`;
}
