// Visits: a magic link is redeemed once, by one browser. Each visit has a path of its own, named by
// the hash of its link, and a sealed cookie that is bound to that path.
import { randomBytes } from 'node:crypto';
import { writeInstant } from '../model/time.ts';
import { type Client, type MagicLink, sessionOf, type Visit } from '../store/index.ts';
import type { From } from './dependencies.ts';
import { hashToken, openedToken } from './token.ts';

/** A link opened late still leaves time to look for keys. */
const LEAST_MS = 60 * 60_000;

const COOKIE = 'link-visit';
const FORM = 'link-form';
const WATCH = 'link-watch';
const PASS = 'link-pass';
/** A page with a pass may lie open for a while. */
const PASS_MS = 15 * 60_000;

/** Who is on the page. */
export interface Guest {
  readonly visit: Visit;
  readonly client: Client;
  /** The application draws the forms: what is not the vendor's leads back to it. */
  readonly isDirect?: true;
}

/** A link that was opened. */
export type Opened = MagicLink;

/** Who comes to a page of a visit. */
export type Arriving =
  | ({ readonly kind: 'guest' } & Guest)
  /** Its own browser, after it was finished. */
  | ({ readonly kind: 'finished' } & Guest)
  /** No one's any more, or another browser's. */
  | { readonly kind: 'over' | 'elsewhere'; readonly client: Client }
  | { readonly kind: 'unknown' };

export function createVisits({ store, seal, now }: From<'store' | 'seal' | 'now'>) {
  const open = (purpose: string, token: string | undefined, context: string) =>
    openedToken(seal, purpose, token, context);
  /** The id that a browser holds for this path; it names a visit once the link was redeemed. */
  const idOf = (path: string, cookie: string | undefined) => open(COOKIE, cookie, path);

  /** The visit at this path, for its own browser and while it goes on. */
  const find = async (path: string, cookie: string | undefined): Promise<Arriving> => {
    const id = idOf(path, cookie);
    const visit = id === undefined ? undefined : await store.visits.find(id);
    const own = visit?.linkHash === path ? visit : undefined;
    const link = own ? undefined : await store.links.find(path);
    const clientId = own?.clientId ?? link?.clientId;
    const client = clientId === undefined ? undefined : await store.clients.find(clientId);
    if (!client) return { kind: 'unknown' };
    if (own) return { kind: own.status === null ? 'guest' : 'finished', visit: own, client };
    return { kind: (await store.visits.goesOn(path)) ? 'elsewhere' : 'over', client };
  };

  return {
    /** A cookie for the path of a visit that has not begun. */
    newCookie: (path: string) =>
      seal.sealToken(COOKIE, randomBytes(18).toString('base64url'), path),

    /** Another cookie for a visit that goes on, and how long it is good for. */
    changedCookie: ({ id, linkHash, expiresAt }: Visit) => ({
      value: seal.sealToken(COOKIE, id, linkHash),
      milliseconds: expiresAt - now(),
    }),

    /** Looks at the link without using it. */
    async landingOf(token: string) {
      const path = hashToken(token);
      const link = await store.links.find(path);
      const client = link && (await store.clients.find(link.clientId));
      if (!link || !client) return { kind: 'unknown' } as const;
      const isExpired = link.expiresAt <= now();
      const kind = link.redeemedAt !== null ? 'used' : isExpired ? 'expired' : 'landing';
      if (kind === 'landing') await store.linkSteps.add({ ...link, linkHash: path }, 'opened');
      // The path is that of its visit.
      return { kind, path, link, client } as const;
    },

    /** Redeems the link for this browser. Without its cookie nothing is used up. */
    async enter(path: string, token: string, cookie: string | undefined) {
      if (hashToken(token) !== path) return { kind: 'unknown' } as const;
      const id = idOf(path, cookie);
      if (id === undefined) return { kind: 'cookies' } as const;
      const opened = await store.visits.open(path, id, LEAST_MS);
      if (opened.outcome !== 'opened') return { kind: opened.outcome } as const;
      await store.linkSteps.add(opened.visit, 'begun');
      const { expiresAt, scopes } = opened.visit;
      return { kind: 'entered', expiresAt, scopes } as const;
    },

    find,

    /** Lets a page see what becomes of a visit, and do nothing. */
    watch: (path: string) => seal.sealToken(WATCH, 'watch', path),

    /** What those who may watch see; undefined for anyone else. */
    async progress(path: string, watch: string, tripId: string) {
      if (open(WATCH, watch, path) !== 'watch') return undefined;
      const session = sessionOf(path);
      // All of the visit, the first one first.
      const steps = (await store.linkSteps.of(session)).map(({ step, channel, code, at }) => ({
        ...{ step, channel, code, at: writeInstant(at) },
      }));
      const visit = await store.visits.findByLink(path);
      if (visit) {
        const trip = tripId === '' ? undefined : await store.trips.find(tripId);
        // The trip that was asked for, not the visit.
        const ended = trip?.visitId === visit.id && trip.outcome !== undefined;
        return { linked: visit.linked, status: visit.status, ended, session, steps };
      }
      const link = await store.links.find(path);
      const waits = link?.redeemedAt === null && link.expiresAt > now();
      // Null while it can go on.
      return { linked: [], status: waits ? null : 'over', ended: false, session, steps };
    },

    /** Takes a visit from the application's own page to a tab, for one trip. */
    pass: (visit: Visit, tripId: string) =>
      seal.sealToken(PASS, `${now() + PASS_MS} ${visit.id}`, `${visit.linkHash}/${tripId}`),

    /** The visit that a pass is for, as its own browser's, and the cookie for the tab. */
    async byPass(path: string, tripId: string, pass: string) {
      const [until = '', id = ''] = open(PASS, pass, `${path}/${tripId}`)?.split(' ') ?? [];
      if (!(Number(until) > now())) return undefined;
      const cookie = seal.sealToken(COOKIE, id, path);
      return { cookie, arriving: await find(path, cookie) };
    },

    /** What a form must bring back, so that no other site can send it. */
    formToken: (visit: Visit) => seal.sealToken(FORM, 'form', visit.id),
    fromOurForm: (visit: Visit, token: string | undefined) =>
      open(FORM, token, visit.id) === 'form',
  };
}
