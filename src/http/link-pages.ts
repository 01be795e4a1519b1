// What every route of the link pages is handed: who is on a visit, whose form it is, and messages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { backAddress } from '../link/finish.ts';
import type { Link } from '../link/link.ts';
import { looksOf } from '../link/looks.ts';
import type { Embed, Frame, PageApp, VisitFrame } from '../link/pages/layout.ts';
import { messagePage, type Onward } from '../link/pages/message.ts';
import type { Arriving, Guest, Opened } from '../link/visit.ts';
import { vocabularies } from '../link/words/index.ts';
import { MESSAGES, type MessageName } from '../link/words/words.ts';
import {
  type Cookies,
  createCookies,
  formOf,
  fromElsewhere,
  hereOf,
  isFramed,
  languageOf,
  letFrame,
  sendPage,
  visitCookieOf,
} from './link-reply.ts';
import { LINK_PATHS, visitPaths } from './paths.ts';

/** Whose page it is: the client, and what it calls the user. */
export interface Whose {
  readonly client: Guest['client'];
  readonly userName?: string | null;
  /** The visit, where it is known which. */
  readonly visit?: Followed;
}

/** What a page in the application's own page tells it of a visit. */
interface Followed extends Pick<Guest['visit'], 'linked' | 'status'> {
  readonly path: string;
}

export interface Pages {
  readonly link: Link;
  readonly cookies: Cookies;
  /** The page as this browser is to see it: its language, and whose application it comes from. */
  frame(request: FastifyRequest, reply: FastifyReply, whose?: Whose, here?: string): Frame;
  /** Answers with one of the pages that only say something. */
  say(
    request: FastifyRequest,
    reply: FastifyReply,
    name: MessageName,
    whose?: Whose,
    onward?: Onward,
  ): FastifyReply;
  /** Runs a handler for a browser that is on this visit; any other learns why it is not. */
  inVisit(handler: InVisit): Handler;
  /** The same for a form, which must be one of ours and of this visit. */
  inForm(handler: InForm): Handler;
  /** The same once more, for a visit that may be finished. */
  arriving(request: FastifyRequest): Promise<Arriving>;
  /** What a browser learns that is not on this visit. */
  sayWhy(request: FastifyRequest, reply: FastifyReply, arriving: Arriving): FastifyReply;
}

/** One request of a visitor. */
export interface Step {
  readonly guest: Guest;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly paths: ReturnType<typeof visitPaths>;
  /** `here` is the address that shows the same page again. */
  frame(here?: string): VisitFrame;
  /** One of the pages that only say something, with the way back to the list. */
  say(name: MessageName): FastifyReply;
}
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type InVisit = (step: Step) => Promise<unknown>;
type InForm = (step: Step, form: URLSearchParams) => Promise<unknown>;

/** These routes are for people: the published document does not show them. */
export const HIDDEN = { schema: { hide: true } } as const;

const STATUSES: Readonly<Record<MessageName, number>> = {
  used: 410,
  expired: 410,
  unknown: 404,
  over: 410,
  finished: 410,
  elsewhere: 410,
  cookies: 403,
  newTab: 403,
  stale: 403,
  stray: 409,
  late: 410,
  oneAtATime: 409,
  missing: 404,
  method: 405,
  broken: 500,
  unavailable: 503,
  tooMany: 429,
};

export const isMessage = (name: string): name is MessageName =>
  MESSAGES.some((known) => known === name);

/** The path of the visit that a request is for. */
export const visitOf = (request: FastifyRequest): string =>
  (request.params as { visit?: string }).visit ?? '';

export function createPages(link: Link, baseUrl: string): Pages {
  const { visits } = link;
  const cookies = createCookies(baseUrl);
  const embedOf = (origins: readonly string[], whose: Whose | undefined): Embed => {
    const { linked = [], status = null, path } = whose?.visit ?? {};
    const follow =
      path === undefined ? undefined : { at: visitPaths(path).progress, watch: visits.watch(path) };
    return { origins, linked, status, follow };
  };
  const pages: Pages = {
    link,
    cookies,

    frame(request, reply, whose, here = hereOf(request)) {
      if (request.seen && whose) request.seen.client = whose.client.id;
      const language = languageOf(request, reply, cookies);
      const app = whose && appOf(whose);
      const origins = whose?.client.redirectOrigins ?? [];
      letFrame(reply, origins);
      const embed = isFramed(request) && origins.length > 0 ? embedOf(origins, whose) : undefined;
      return { language, words: vocabularies[language], paths: LINK_PATHS, app, here, embed };
    },

    say(request, reply, name, whose, onward) {
      if (request.seen) request.seen.outcome = name;
      const frame = pages.frame(request, reply, whose, onward?.here);
      return sendPage(reply, STATUSES[name], messagePage(frame, name, onward));
    },

    arriving: (request) => visits.find(visitOf(request), visitCookieOf(request)),

    sayWhy(request, reply, arriving) {
      if (arriving.kind === 'unknown') return pages.say(request, reply, 'over');
      if (!('visit' in arriving)) return pages.say(request, reply, arriving.kind, arriving);
      const { visit, client } = arriving;
      const { status, redirectUrl, linked } = visit;
      const back = backAddress(redirectUrl, status ?? 'cancelled', linked);
      return pages.say(request, reply, 'finished', whoseOf(client, visit), { back });
    },

    inVisit: (handler) => async (request, reply) => {
      const arriving = await pages.arriving(request);
      if (arriving.kind !== 'guest') return pages.sayWhy(request, reply, arriving);
      const { visit, client } = arriving;
      const paths = visitPaths(visit.linkHash);
      const whose = whoseOf(client, visit);
      // A browser shows no page from its memory whose cookie has changed since: what was typed there
      // is gone with every step, with or without a script.
      const { value, milliseconds } = visits.changedCookie(visit);
      cookies.setVisit(reply, visit.linkHash, value, milliseconds);
      return handler({
        guest: { visit, client },
        ...{ request, reply, paths },
        frame: (here) => ({
          ...pages.frame(request, reply, whose, here),
          visit: paths,
          formToken: visits.formToken(visit),
        }),
        say: (name) => pages.say(request, reply, name, whose, { list: paths.channels }),
      });
    },

    inForm: (handler) =>
      pages.inVisit(async (step) => {
        const { guest, request, say } = step;
        const form = formOf(request);
        const ours = visits.fromOurForm(guest.visit, form.get('_form') ?? undefined);
        if (!ours || fromElsewhere(request, baseUrl)) return say('stale');
        return handler(step, form);
      }),
  };
  return pages;
}

export function whoseOf(client: Guest['client'], about: Guest['visit'] | Opened): Whose {
  const { userName } = about;
  if ('hash' in about)
    return { client, userName, visit: { path: about.hash, linked: [], status: null } };
  const { linkHash: path, linked, status } = about;
  return { client, userName, visit: { path, linked, status } };
}

function appOf({ client, userName }: Whose): PageApp {
  const { id, name, logoUrl, looks } = client;
  const { accent, privacyUrl: privacy, termsUrl: terms, supportUrl: support } = looks;
  const style = accent === undefined ? undefined : LINK_PATHS.looks(looksOf(accent).name);
  const logo = logoUrl === null ? undefined : LINK_PATHS.logo(encodeURIComponent(id));
  return { name, logo, user: userName ?? undefined, style, privacy, terms, support };
}
