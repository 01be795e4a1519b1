// Visits: a magic link is redeemed once, by one browser, which is known by a sealed cookie from then on.
import { randomBytes } from 'node:crypto';
import type { Seal } from '../seal.ts';
import type { Client, Store, Visit } from '../store/index.ts';
import { hashLinkToken } from './token.ts';

export interface VisitDependencies {
  readonly store: Store;
  readonly seal: Pick<Seal, 'sealToken' | 'openToken'>;
  readonly now: () => number;
}

/** A link opened late still leaves time to look for keys. */
const LEAST_MS = 60 * 60_000;

const COOKIE = 'link-visit';
const FORM = 'link-form';

/** Who is on the page. */
export interface Guest {
  readonly visit: Visit;
  readonly client: Client;
}

/** What opening a link shows. */
export type Landing =
  | { readonly kind: 'landing'; readonly client: Client; readonly scopes: readonly string[] }
  /** This browser has redeemed it already. */
  | { readonly kind: 'resumed' }
  | { readonly kind: 'used' | 'expired' | 'unknown' };

export type Entered =
  | { readonly kind: 'entered'; readonly cookie: string; readonly expiresAt: number }
  | { readonly kind: 'used' | 'expired' | 'unknown' | 'cookies' };

export type Visits = ReturnType<typeof createVisits>;

export function createVisits({ store, seal, now }: VisitDependencies) {
  const open = (purpose: string, token: string, context: string): string | undefined => {
    try {
      return seal.openToken(purpose, token, context).toString('utf8');
    } catch {
      return undefined;
    }
  };
  /** The id a browser holds; it names a visit once that browser has redeemed a link. */
  const idOf = (cookie: string | undefined) => (cookie ? open(COOKIE, cookie, '') : undefined);
  const newCookie = () => seal.sealToken(COOKIE, randomBytes(18).toString('base64url'), '');

  return {
    /** A fresh cookie for a browser that has none; the id in it names no visit yet. */
    newCookie,
    knows: (cookie: string | undefined) => idOf(cookie) !== undefined,

    /** Looks at the link without using it. */
    async look(token: string, cookie: string | undefined): Promise<Landing> {
      const hash = hashLinkToken(token);
      const link = await store.links.find(hash);
      if (!link) return { kind: 'unknown' };
      if (link.redeemedAt !== null) {
        const id = idOf(cookie);
        const visit = id === undefined ? undefined : await store.visits.find(id);
        return { kind: visit?.linkHash === hash ? 'resumed' : 'used' };
      }
      if (link.expiresAt <= now()) return { kind: 'expired' };
      const client = await store.clients.find(link.clientId);
      return client ? { kind: 'landing', client, scopes: link.scopes } : { kind: 'unknown' };
    },

    /** Redeems the link for this browser. Without its cookie nothing is used up. */
    async enter(token: string, cookie: string | undefined): Promise<Entered> {
      let id = idOf(cookie);
      if (!cookie || id === undefined) return { kind: 'cookies' };
      const hash = hashLinkToken(token);
      let held = cookie;
      const before = await store.visits.find(id);
      if (before && before.linkHash !== hash) {
        // The browser is on a visit already: the new one gets a name of its own.
        held = newCookie();
        id = idOf(held) ?? id;
      }
      const opened = await store.visits.open(hash, id, LEAST_MS);
      if (opened.outcome !== 'opened') return { kind: opened.outcome };
      return { kind: 'entered', cookie: held, expiresAt: opened.visit.expiresAt };
    },

    /** The visit of this browser, while it lasts and its user and client are there. */
    async find(cookie: string | undefined): Promise<Guest | undefined> {
      const id = idOf(cookie);
      const visit = id === undefined ? undefined : await store.visits.find(id);
      const client = visit && (await store.clients.find(visit.clientId));
      return visit && client && { visit, client };
    },

    /** What a form must bring back, so that no other site can send it. */
    formToken: (visit: Visit) => seal.sealToken(FORM, 'form', visit.id),
    fromOurForm: (visit: Visit, token: string | undefined) =>
      token !== undefined && open(FORM, token, visit.id) === 'form',
  };
}
