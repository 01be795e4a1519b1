// Who is at the console: an invitation is used by one browser, which then has a sealed cookie for 12 hours.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openedToken, type TokenSeal } from '../link/token.ts';
import type { Operator, Stays } from '../operate/console.ts';
import { cookiesOf, createSetCookie } from '../pages/browser.ts';

export interface Stay extends Operator {
  readonly token: string;
}

const LIFE_MS = 12 * 60 * 60_000;
const LANDING_MS = 15 * 60_000;
const STAY = 'console-stay';
const LANDING = 'console-landing';
const FORM = 'console-form';
const SAID = 'console-said';
/** In the sandbox everything is made up, and everyone may see it. */
const NEWCOMER: Operator = { login: 'sandbox', role: 'admin' };

export function createSessions(
  stays: Stays,
  seal: TokenSeal,
  { url, isOpen }: { readonly url: string; readonly isOpen: boolean },
) {
  const setCookie = createSetCookie(url);
  // Such a name no other host and no plain http can set.
  const name = `${url.startsWith('https:') ? '__Host-' : ''}manifold-console`;
  const landing = `${name}-landing`;

  const opened = (purpose: string, token: string | undefined, context: string) =>
    openedToken(seal, purpose, token, context);

  const begin = (reply: FastifyReply, token: string) =>
    setCookie(reply, `${name}=${seal.sealToken(STAY, token, '')}`, '/', LIFE_MS);

  return {
    /** Who is here; in the sandbox everyone who comes. */
    async find(request: FastifyRequest, reply: FastifyReply): Promise<Stay | undefined> {
      const token = opened(STAY, cookiesOf(request).get(name), '');
      const known = token === undefined ? undefined : await stays.find(token);
      if (token !== undefined && known) return { ...known, token };
      if (!isOpen || request.method !== 'GET') return undefined;
      const made = await stays.open(NEWCOMER, LIFE_MS);
      begin(reply, made);
      return { ...NEWCOMER, token: made };
    },

    invited: stays.invited,

    /** Binds the page of an invitation to the browser that opened it. */
    land: (reply: FastifyReply, token: string) =>
      setCookie(
        reply,
        `${landing}=${seal.sealToken(LANDING, randomBytes(9).toString('base64url'), token)}`,
        '/',
        LANDING_MS,
      ),

    /** Uses the invitation up, for the browser that opened its page. */
    async enter(request: FastifyRequest, reply: FastifyReply, token: string) {
      const isSame = opened(LANDING, cookiesOf(request).get(landing), token) !== undefined;
      if (!isSame) return 'cookies' as const;
      const stay = await stays.accept(token, LIFE_MS);
      if (!stay) return 'used' as const;
      setCookie(reply, `${landing}=`, '/', 0);
      begin(reply, stay.token);
      return 'entered' as const;
    },

    async leave(reply: FastifyReply, { token }: Stay): Promise<void> {
      await stays.end(token);
      setCookie(reply, `${name}=`, '/', 0);
    },

    /** What a form must bring back, so that no other site and no other operator can have made it. */
    formToken: ({ token }: Stay) => seal.sealToken(FORM, 'form', token),
    fromOurForm: ({ token }: Stay, given: string | null) =>
      opened(FORM, given ?? undefined, token) === 'form',

    /** The address of a page that says what was done; the words are ours, since no one else can seal them. */
    saying: ({ token }: Stay, path: string, words: string) =>
      `${path}${path.includes('?') ? '&' : '?'}said=${seal.sealToken(SAID, words, token)}`,
    said: ({ token }: Stay, given: string | undefined) => opened(SAID, given, token),
  };
}
