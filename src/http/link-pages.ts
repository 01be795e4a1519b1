// What every route of the link pages is handed: who is on a visit, whose form it is, and messages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Link } from '../link/link.ts';
import type { Frame, PageApp } from '../link/pages/layout.ts';
import { messagePage } from '../link/pages/message.ts';
import type { Guest } from '../link/visit.ts';
import type { MessageName } from '../link/words/words.ts';
import { type Cookies, cookieOf, formOf, frameFor, fromElsewhere, sendPage } from './link-reply.ts';
import { LINK_PATHS } from './paths.ts';

export interface Pages {
  readonly link: Link;
  /** The page as this browser is to see it: its language, and whose application it comes from. */
  frame(
    request: FastifyRequest,
    reply: FastifyReply,
    client?: Guest['client'],
    here?: string,
  ): Frame;
  /** Answers with one of the pages that only say something. */
  say(request: FastifyRequest, reply: FastifyReply, name: MessageName, guest?: Guest): FastifyReply;
  /** Runs a handler for a browser that is on a visit; any other learns that there is none. */
  inVisit(handler: InVisit): Handler;
  /** The same for a form, which must be one of ours and of this visit. */
  inForm(handler: InForm): Handler;
}

/** One request of a visitor. */
export interface Step {
  readonly guest: Guest;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** `here` is the address that shows the same page again. */
  frame(here?: string): Frame;
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
  cookies: 403,
  stale: 403,
  returned: 409,
  late: 410,
  missing: 404,
  broken: 500,
  unavailable: 503,
  tooMany: 429,
};

export function createPages(link: Link, cookies: Cookies, baseUrl: string): Pages {
  const { visits } = link;
  const pages: Pages = {
    link,

    frame: (request, reply, client, here) =>
      frameFor(request, reply, cookies, client && appOf(client), here),

    say(request, reply, name, guest) {
      const frame = pages.frame(request, reply, guest?.client);
      return sendPage(reply, STATUSES[name], messagePage(frame, name, guest !== undefined));
    },

    inVisit: (handler) => async (request, reply) => {
      const guest = await visits.find(cookieOf(request));
      if (!guest) return pages.say(request, reply, 'over');
      const frame = (here?: string) => pages.frame(request, reply, guest.client, here);
      return handler({ guest, request, reply, frame });
    },

    inForm: (handler) =>
      pages.inVisit(async (step) => {
        const { guest, request, reply } = step;
        const form = formOf(request);
        const ours = visits.fromOurForm(guest.visit, form.get('_form') ?? undefined);
        if (!ours || fromElsewhere(request, baseUrl))
          return pages.say(request, reply, 'stale', guest);
        return handler(step, form);
      }),
  };
  return pages;
}

function appOf({ id, name, logoUrl }: Guest['client']): PageApp {
  const logo = logoUrl === null ? undefined : LINK_PATHS.logo(encodeURIComponent(id));
  return { name, logo };
}
