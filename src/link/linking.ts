// Linking one channel: what its page shows, and what becomes of the form that is sent from it. Whatever
// goes wrong is kept, so that it can be shown at an address that can be loaded again.
import type { Way } from '../channels/way.ts';
import type { ChannelWords, Language } from '../channels/words.ts';
import { writesBy } from '../channels/writing.ts';
import type { Given } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { browserAddress } from '../net/route.ts';
import type { Visit } from '../store/index.ts';
import type { Attempt } from './attempt.ts';
import type { From } from './dependencies.ts';
import { type Diagnosis, diagnose, readsOf } from './diagnosis.ts';
import type { Drafts, Tried } from './drafts.ts';
import {
  credentialOf,
  givenOf,
  inputsOf,
  isSameHost,
  keptOf,
  knownOf,
  orFault,
  plainOf,
  problemsIn,
  type ShownInput,
} from './form.ts';
import type { Locate } from './locate.ts';
import type { Offer, Offered } from './offer.ts';
import type { Trips } from './trip.ts';
import type { Guest } from './visit.ts';
import { type Reads, vocabularies } from './words/index.ts';

interface LinkingParts extends From<'routes' | 'store'> {
  readonly offer: Offer;
  readonly drafts: Drafts;
  readonly locate: Locate;
  readonly attempt: Attempt;
  readonly trips: Trips;
}

/** A page to open, or the input that must be typed before it is known. */
export type KeysPage = { readonly address: string } | { readonly needs: string };

export interface ChannelView {
  /** The visit is for this channel alone. */
  readonly only: boolean;
  readonly offered: Offered;
  readonly ways: readonly Way[];
  readonly way: Way | undefined;
  readonly inputs: readonly ShownInput[];
  /** The channel's own, in the language of the page. */
  readonly words: ChannelWords;
  /** What was typed before, or is known of the account that is linked; never a secret. */
  readonly typed: Given;
  readonly trouble: Diagnosis | undefined;
  /** What is wrong with an input, by its key. */
  readonly problems: Readonly<Record<string, string>>;
  /** The page in the channel's own admin, or what must be typed before it is known. */
  readonly place: KeysPage | undefined;
  readonly reads: Reads;
  /** Secrets that were typed before and are kept. */
  readonly kept: readonly string[];
  /** Names what was tried before. */
  readonly draft: string | undefined;
  /** The shop that was found at another site than the one that was typed. */
  readonly found: Tried['found'] | undefined;
}

/** What became of a form: it is shown again, the browser leaves for the vendor, or it is linked. */
export type Submitted =
  | { readonly kind: 'missing' | 'linked' }
  | { readonly kind: 'tried'; readonly draft: string }
  | { readonly kind: 'leaving'; readonly trip: string };

export function createLinking({ offer, drafts, locate, routes, store, ...deps }: LinkingParts) {
  const { linkSteps } = store;
  const known = Object.values(offer.known);

  /** Where the values are in the channel's own admin, as far as what was typed says it. */
  function placeOf(way: Way | undefined, given: Given): KeysPage | undefined {
    if (way?.kind !== 'form' || !way.place) return undefined;
    // What was typed may be no address at all.
    const page = orFault(() => way.place?.(given));
    const url = typeof page === 'string' ? URL.parse(page) : null;
    if (url?.protocol === 'https:' || url?.protocol === 'http:')
      return { address: browserAddress(url.href, routes) };
    return way.placeNeeds === undefined ? undefined : { needs: way.placeNeeds };
  }

  /**
   * The same for a visitor who asks to be shown it: the shop is looked for first, since the page
   * that was typed may be any of its pages. What cannot be found is shown as it was typed.
   */
  async function findPlace(visit: Visit, name: string, way: Way, given: Given) {
    const typed = placeOf(way, given);
    if (way.kind !== 'form' || way.placeNeeds === undefined || !typed || 'needs' in typed)
      return typed;
    try {
      const located = await locate(visit, name, way, given);
      return located ? placeOf(way, located.given) : typed;
    } catch (error) {
      if (error instanceof Fault) return typed;
      throw error;
    }
  }

  return {
    /** Undefined where the visit does not offer such a channel. */
    async view(
      guest: Guest,
      name: string,
      language: Language,
      asked: { readonly way?: string | undefined; readonly try?: string | undefined },
    ): Promise<ChannelView | undefined> {
      const { visit } = guest;
      const channel = offer.channelOf(visit, name);
      const offered = await offer.one(guest, name);
      if (!channel || !offered) return undefined;
      if (asked.try === undefined) await linkSteps.add(visit, 'chosen', name);
      const { problem: words } = vocabularies[language];
      const ways = offer.ways(name);
      const way = ways.find(({ id }) => id === asked.way) ?? ways[0];
      const before = asked.try === undefined ? undefined : await drafts.find(visit, asked.try);
      const draft = before?.channel === name && before.way === way?.id ? before : undefined;
      const { given = knownOf(offered.settings, way, channel), trouble, found } = draft ?? {};
      const typed = plainOf(given, way, channel);
      // Of what was filled in by us the visitor has not said yet that it is still right.
      const place = draft?.place ?? placeOf(way, draft ? typed : {});
      // In the language of the page, whichever that is by now.
      const problems = {
        ...(draft?.place && 'needs' in draft.place && { [draft.place.needs]: words.first }),
        ...(way && draft?.isChecked && problemsIn(given, way, channel, language, known)),
        ...Object.fromEntries((draft?.dropped ?? []).map((key) => [key, words.dropped])),
      };
      return {
        ...{ offered, ways, way, typed, problems, place, found },
        only: visit.scopes.length === 1,
        inputs: way ? inputsOf(way, channel, language) : [],
        words: channel.words[language],
        trouble: trouble && diagnose(trouble, channel, language, offer.known),
        reads: readsOf(channel),
        kept: way ? keptOf(given, way, channel, problems) : [],
        draft: draft && asked.try,
      };
    },

    async submit(
      guest: Guest,
      name: string,
      wayId: string,
      language: Language,
      form: URLSearchParams,
    ): Promise<Submitted> {
      const { visit } = guest;
      const channel = offer.channelOf(visit, name);
      const way = offer.ways(name).find(({ id }) => id === wayId);
      if (!channel || !way) return { kind: 'missing' };
      const before = await drafts.find(visit, form.get('_try') ?? '');
      const typed = before?.channel === name && before.way === wayId ? before.given : {};
      const given = givenOf(form, way, channel, isSameHost(form, typed, channel) ? typed : {});
      // Anyone who changes the address types the keys for it again.
      const dropped = keptOf(typed, way, channel).filter((key) => given[key] === undefined);
      const showAgain = async (tried: Partial<Tried>, fault?: Fault): Promise<Submitted> => {
        const draft = { channel: name, way: wayId, given, dropped, ...tried };
        if (fault) await linkSteps.add(visit, 'refused', name, fault.reason ?? fault.code);
        return { kind: 'tried', draft: await drafts.keep(visit, draft, fault) };
      };
      if (form.get('_intent') === 'place')
        return showAgain({ place: await findPlace(visit, name, way, given) });
      await linkSteps.add(visit, 'sent', name);
      const problems = problemsIn(given, way, channel, language, known);
      if (Object.keys(problems).length + dropped.length > 0) {
        await linkSteps.add(visit, 'refused', name, 'form');
        return showAgain({ isChecked: true });
      }

      try {
        const located = await locate(visit, name, way, given);
        if (way.kind === 'consent') {
          const trip = await deps.trips.begin(guest, name, way, given, located);
          return { kind: 'leaving', trip };
        }
        const meant = located?.given ?? given;
        // A key goes to another site than the one that was typed only after a second look.
        if (located?.elsewhere || located?.guess)
          return showAgain({ given: meant, found: located });
        const obtain = () => credentialOf(meant, channel);
        const agreed = { way: wayId, writes: writesBy(channel, guest.client.scopes) };
        const trouble = await deps.attempt(visit, name, {}, obtain, agreed);
        if (trouble) return showAgain({}, trouble);
      } catch (error) {
        if (!(error instanceof Fault) || error.code === 'unavailable') throw error;
        return showAgain({}, error);
      }
      await drafts.forget(visit, name);
      return { kind: 'linked' };
    },
  };
}
