// Linking one channel: what its page shows, and what becomes of the form that is sent from it. Whatever
// goes wrong is kept, so that it can be shown at an address that can be loaded again.
import { accepted } from '../accounts/connect.ts';
import type { Way } from '../channels/way.ts';
import type { Language, WayWords } from '../channels/words.ts';
import { writesBy } from '../channels/writing.ts';
import type { Given } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { browserAddress } from '../net/route.ts';
import type { Draft, Visit } from '../store/index.ts';
import type { Attempts } from './attempt.ts';
import type { From } from './dependencies.ts';
import { diagnose, otherKindIn, readsOf } from './diagnosis.ts';
import type { KeepDraft, Tried } from './drafts.ts';
import { ADDRESS, isSameHost, orFault, type ShownInput, wayForm, withoutSecrets } from './form.ts';
import type { Locate } from './locate.ts';
import type { Offer } from './offer.ts';
import type { Trips } from './trip.ts';
import type { Guest } from './visit.ts';
import { isAnswered, nextStep, stepOf, type WalkStep, walkOf } from './walk.ts';
import { vocabularies } from './words/index.ts';

interface LinkingParts extends From<'routes' | 'store'> {
  readonly offer: Offer;
  readonly keepDraft: KeepDraft;
  readonly locate: Locate;
  readonly attempts: Attempts;
  readonly trips: Trips;
}

/** A page of the channel's own, with the place lit up that the step is about. */
export type Drawing =
  | { readonly kind: 'address'; readonly text: string }
  | {
      readonly kind: 'menu';
      readonly parts: readonly string[];
      readonly button: string | undefined;
    }
  | { readonly kind: 'values'; readonly labels: readonly string[]; readonly lit: number };

/** What the page of a channel shows. */
export type ChannelView = NonNullable<Awaited<ReturnType<Linking['view']>>>;
/** One screen of a way with keys, and an input of it. */
export type ShownStep = NonNullable<ChannelView['step']>;
export type AskedInput = ChannelView['inputs'][number];

/** What became of a form: it is shown again, the browser leaves for the vendor, or it is linked. */
export type Submitted =
  | { readonly kind: 'missing' | 'linked' }
  /** At a step of the walk, or where the trouble is. */
  | { readonly kind: 'tried'; readonly draft: string; readonly step?: number | undefined }
  | { readonly kind: 'leaving'; readonly trip: string };

export type Linking = ReturnType<typeof createLinking>;

export function createLinking({ offer, keepDraft, locate, routes, store, ...deps }: LinkingParts) {
  const { linkSteps, drafts } = store;
  const all = Object.values(offer.known);

  /** Where the values are in the channel's own admin, as far as what was typed says it. */
  function placeOf(way: Way | undefined, given: Given): string | undefined {
    if (way?.kind !== 'form' || !way.place) return undefined;
    // What was typed may be no address at all.
    const page = orFault(() => way.place?.(given));
    const url = typeof page === 'string' ? URL.parse(page) : null;
    const isPage = url?.protocol === 'https:' || url?.protocol === 'http:';
    return isPage ? browserAddress(url.href, routes) : undefined;
  }

  /** The address that was typed at another channel, whose search found a shop of this one there. */
  async function foundElsewhere(visit: Visit, name: string, id: string): Promise<Given> {
    const { trouble, given = {} } = (await drafts.find(visit.id, id)) ?? {};
    const address = given[ADDRESS];
    return otherKindIn(trouble?.reason ?? '') === name && address !== undefined
      ? { [ADDRESS]: address }
      : {};
  }

  return {
    placeOf,

    /** Undefined where the visit does not offer such a channel. */
    async view(
      guest: Guest,
      name: string,
      language: Language,
      asked: Readonly<Partial<Record<'way' | 'try' | 'step' | 'from', string>>>,
    ) {
      const { visit } = guest;
      const channel = offer.channelOf(visit, name);
      const offered = await offer.one(guest, name);
      if (!channel || !offered) return undefined;
      if (asked.try === undefined) await linkSteps.add(visit, 'chosen', name);
      const { problem: words } = vocabularies[language];
      const ways = offer.ways(name);
      const way = ways.find(({ id }) => id === asked.way) ?? ways[0];
      const before = asked.try === undefined ? undefined : await drafts.find(visit.id, asked.try);
      const draft = before?.channel === name && before.way === way?.id ? before : undefined;
      const form = way && wayForm(way, channel);
      const known = {
        ...form?.known(offered.settings),
        ...(asked.from !== undefined && (await foundElsewhere(visit, name, asked.from))),
      };
      const { given = known } = draft ?? {};
      const walk = way?.kind === 'form' ? walkOf(way, channel) : undefined;
      const { at, isTroubled } = walk ? placeIn(walk, draft, asked.step) : ONE_PAGE;
      const { trouble, found } = isTroubled ? (draft ?? {}) : {};
      // In the language of the page, whichever that is by now.
      const problems: Readonly<Record<string, string>> = {
        ...(draft?.isChecked && form?.problems(given, language, all)),
        ...Object.fromEntries((draft?.dropped ?? []).map((key) => [key, words.dropped])),
      };
      const asks = walk?.[at]?.asks?.key;
      if (asks !== undefined) await linkSteps.add(visit, 'shown', name, asks);
      const inputs = form?.inputs(language) ?? [];
      const said = trouble && diagnose(trouble, channel, language, offer.known);
      const typed = form?.plain({ ...known, ...given }) ?? {};
      const kept = form?.kept(given, problems) ?? [];
      const asking = walk ? inputs.filter(({ key }) => key === asks) : inputs;
      return {
        ...{ offered, ways, way, problems, found },
        /** The visit is for this channel alone. */
        only: visit.scopes.length === 1,
        /** Of a way with keys; all other ways are one page. */
        step:
          walk && way && shownStep(walk, at, draft, channel.words[language].ways[way.id], inputs),
        inputs: asking.map((input) => ({
          ...input,
          /** As it was typed before, or is known of the account that is linked; never a secret. */
          typed: typed[input.key],
          /** A secret that was typed before and is kept. */
          kept: kept.includes(input.key),
          problem: problems[input.key] ?? (said?.field === input.key ? words.field : undefined),
        })),
        /** The channel's own, in the language of the page. */
        words: channel.words[language],
        trouble: said,
        /** The channel, among those that are offered, whose shop is at the address that was typed. */
        other: said?.other && offer.channelOf(visit, said.other.name) ? said.other : undefined,
        /**
         * The page in the channel's own admin, as soon as it is known. Of what was filled in by us the
         * visitor has not said yet that it is still right.
         */
        place: draft?.place ?? placeOf(way, draft ? given : {}),
        reads: readsOf(channel),
        /** Names what was tried before. */
        draft: draft && asked.try,
      };
    },

    async submit(
      guest: Guest,
      name: string,
      wayId: string,
      language: Language,
      sent: URLSearchParams,
    ): Promise<Submitted> {
      const { visit } = guest;
      const channel = offer.channelOf(visit, name);
      const way = offer.ways(name).find(({ id }) => id === wayId);
      if (!channel || !way) return { kind: 'missing' };
      const form = wayForm(way, channel);
      const id = sent.get('_try') ?? '';
      const found = await drafts.find(visit.id, id);
      const before = found?.channel === name && found.way === wayId ? found : undefined;
      const typed = before?.given ?? {};
      const walk = way.kind === 'form' ? walkOf(way, channel) : undefined;
      // A form that names no step brings all that the way asks for.
      const here = walk && sent.has('_step') ? Number(sent.get('_step')) : undefined;
      const step = here === undefined ? undefined : walk?.[here];
      if (here !== undefined && !step) return { kind: 'missing' };
      const still = isSameHost(sent, typed, channel) ? typed : withoutSecrets(typed, channel);
      const isSent = (key: string) => !step || step.asks?.key === key;
      const given = form.given(sent, still, isSent);
      // Anyone who changes the address types the keys for it again.
      const dropped = form.kept(typed).filter((key) => given[key] === undefined);
      const reached =
        here === undefined ? (walk?.length ?? 1) - 1 : Math.max(here, before?.reached ?? 0);
      let place = before?.place;
      const showAgain = async (
        tried: Partial<Tried>,
        fault?: Fault,
        at?: number,
      ): Promise<Submitted> => {
        const draft = { channel: name, way: wayId, given, dropped, place, reached, ...tried };
        if (fault) await linkSteps.add(visit, 'refused', name, fault.reason ?? fault.code);
        // A walk has one name: a browser that goes back finds what was typed since.
        const kept = await keepDraft(visit, draft, fault, step && before ? id : undefined);
        return { kind: 'tried', draft: kept, step: at };
      };
      const wrong = Object.keys(form.problems(given, language, all));
      const refuse = async (at?: number) => {
        await linkSteps.add(visit, 'refused', name, 'form');
        return showAgain({ isChecked: true }, undefined, at);
      };
      try {
        let located: Awaited<ReturnType<Locate>>;
        if (walk && step && here !== undefined) {
          // What was typed before may be seen to be wrong only by what is typed now.
          const seen = wrong.filter((key) => isSent(key) || given[key] !== undefined);
          const first = seen.find(isSent) ?? seen[0];
          if (first !== undefined) return await refuse(stepOf(walk, given, first));
          if (step.asks) await linkSteps.add(visit, 'checked', name, step.asks.key);
          if (isSent(ADDRESS)) located = await locate(visit, name, way, given);
          if (located?.elsewhere || located?.guess)
            return await showAgain({ given: located.given, found: located });
          if (located) place = placeOf(way, located.given);
          const next = nextStep(walk, given, reached);
          if (next !== undefined)
            return await showAgain({ reached: Math.max(reached, next) }, undefined, next);
        }
        await linkSteps.add(visit, 'sent', name);
        const [first] = [...wrong, ...dropped];
        if (first !== undefined) return await refuse(walk && stepOf(walk, given, first));
        located ??= await locate(visit, name, way, given);
        if (way.kind === 'consent') {
          const trip = await deps.trips.begin(guest, name, way, given, located);
          return { kind: 'leaving', trip };
        }
        const meant = located?.given ?? given;
        // A key goes to another site than the one that was typed only after a second look.
        if (located?.elsewhere || located?.guess)
          return await showAgain({ given: meant, found: located });
        const obtain = () => accepted(meant, channel);
        const agreed = { way: wayId, writes: writesBy(channel, guest.client.scopes) };
        const trouble = await deps.attempts.link(visit, name, {}, obtain, agreed);
        if (trouble) return await showAgain({}, trouble);
      } catch (error) {
        if (!(error instanceof Fault) || error.code === 'unavailable') throw error;
        return showAgain({}, error);
      }
      await drafts.forget(visit.id, name);
      return { kind: 'linked' };
    },
  };
}

/** All ways but those with keys are one page. */
const ONE_PAGE = { at: 0, isTroubled: true } as const;

/** The step that is shown, and whether what went wrong last went wrong there. */
function placeIn(walk: readonly WalkStep[], draft: Draft | undefined, asked: string | undefined) {
  if (!draft) return { at: 0, isTroubled: false };
  const { given, trouble, found, reached = 0 } = draft;
  const troubled = stepOf(walk, given, found ? ADDRESS : trouble?.field);
  const wanted = asked === undefined ? troubled : Number(asked) - 1;
  const at = Math.min(Math.max(Number.isInteger(wanted) ? wanted : 0, 0), reached);
  return { at, isTroubled: at === troubled };
}

function shownStep(
  walk: readonly WalkStep[],
  at: number,
  { reached = 0, given = {} }: Partial<Pick<Draft, 'reached' | 'given'>> = {},
  { steps = [], menu = '', button }: Partial<WayWords> = {},
  inputs: readonly ShownInput[],
) {
  const step = walk[at];
  if (!step) return undefined;
  const { says, asks, draws } = step;
  const others = walk.filter((one) => one !== step);
  const labelOf = (key: string) => inputs.find((input) => input.key === key)?.label ?? key;
  const drawing = (): Drawing | undefined => {
    if (draws === undefined) return undefined;
    if (draws === 'address') return { kind: 'address', text: asks?.example ?? '' };
    if (draws === 'menu') return { kind: 'menu', parts: menu.split(' > '), button };
    return { kind: 'values', labels: draws.map(labelOf), lit: draws.indexOf(asks?.key ?? '') };
  };
  return {
    /** Counted from nought. */
    ...{ at, of: walk.length },
    /** After it, everything is known that linking takes. */
    isLast:
      Math.max(reached, at) === walk.length - 1 && others.every((one) => isAnswered(one, given)),
    says: says.map((place) => steps[place] ?? ''),
    /** It is about what is to be done in the channel's own admin. */
    isThere: typeof draws === 'object' || draws === 'menu',
    draws: drawing(),
  };
}
