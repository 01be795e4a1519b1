// Linking for applications that draw their own forms: the ways of a channel as data, and a try that is
// a visit of its own, by the very code of the pages.
import type { Way } from '../channels/way.ts';
import { LANGUAGES, type Language } from '../channels/words.ts';
import { ATTENTION_CODES, AttentionCodeSchema } from '../model/attention.ts';
import { Fault, invalid } from '../model/faults.ts';
import { MUST, SECRET } from '../model/read.ts';
import { object, orNull, wordOf } from '../model/schema.ts';
import { type Static, Type } from '../model/type.ts';
import { type Client, type Store, sessionOf } from '../store/index.ts';
import { attentionIn } from './diagnosis.ts';
import { ADDRESS, LinkField, said, textOf, wayForm } from './form.ts';
import type { Link } from './link.ts';
import { MAX_NAME_LENGTH, type MakeMagicLink, REDIRECT } from './magic-link.ts';
import { hashToken } from './token.ts';
import { LinkedChannel, type Users, unknownChannel } from './users.ts';
import type { Guest } from './visit.ts';
import { vocabularies } from './words/index.ts';

const LinkWay = object('LinkWay', 'A way in which a user can link a channel.', {
  way: said('Its name.'),
  kind: wordOf(
    ['form', 'consent'],
    'form: the user copies values. consent: the user signs in at the vendor and comes back.',
  ),
  title: said('What it is called.'),
  suits: orNull(Type.String(), 'Whom it suits; null where it is the only one.'),
  steps: Type.Array(Type.String(), {
    description: 'What to do in the channel’s own admin, one by one.',
  }),
  to_write: Type.Array(Type.String(), {
    description: 'What to do otherwise there, so that a client that may write can.',
  }),
  place: orNull(
    Type.String({ format: 'uri' }),
    'The page in the channel’s own admin where the values are; null where it is not known yet.',
  ),
  place_needs: orNull(
    Type.String(),
    'The field by which `place` is known: ask again with it as the query parameter `known`.',
  ),
  fields: Type.Array(LinkField, { description: 'In the order in which to ask for them.' }),
});
export const ChannelWays = object('ChannelWays', 'How a user can link a channel.', {
  channel: said('The channel’s identifier.'),
  title: said('What people call it.'),
  language: wordOf(LANGUAGES, 'Of all texts here.'),
  ways: Type.Array(LinkWay, { description: 'The best first.' }),
  attention: Type.Array(
    object('AttentionText', 'Why the channel may need attention.', {
      code: AttentionCodeSchema,
      text: said('What to say to the user.'),
    }),
    { description: 'What to say for each code for which this channel can need attention.' },
  ),
});
export type ChannelWays = Static<typeof ChannelWays>;

const Values = Type.Unsafe<Readonly<Record<string, string | readonly string[]>>>({
  type: 'object',
  description: 'By the keys of the fields. What is optional may be left out.',
  additionalProperties: Type.Union([Type.String(), Type.Array(Type.String())], {
    [MUST]: 'a text, or a list of texts',
  }),
  [MUST]: 'an object of texts',
  // One of them may be a key.
  [SECRET]: true,
});
export const LinkRequest = object('LinkRequest', 'What a user typed, for one way.', {
  way: said('One of the ways of the channel.'),
  values: Values,
  redirectUrl: Type.Optional(
    Type.String({
      ...REDIRECT,
      description:
        'Of a consent: where the user comes back to, with `status`, `linked` and `code`. As in a magic link.',
    }),
  ),
  userName: Type.Optional(
    Type.String({
      maxLength: MAX_NAME_LENGTH,
      description: 'What you call this user, as in a magic link.',
    }),
  ),
});
export const LinkResult = object('LinkResult', 'What became of a try.', {
  outcome: wordOf(
    ['linked', 'refused', 'redirect'],
    'linked: it works and is stored. refused: nothing was stored. redirect: send the user’s browser to `redirect_to`.',
  ),
  account: orNull(LinkedChannel, 'The channel as it is linked now.'),
  redirect_to: orNull(
    Type.String({ format: 'uri' }),
    'For the user’s own browser alone, once, within 15 minutes: it leads to the vendor’s consent.',
  ),
  refusals: Type.Array(
    object('LinkRefusal', 'Something that was refused.', {
      code: said(
        'Why, for programs: missing, form (it does not look right), another_address, or the cause of the refusal, such as a code for which a channel needs attention. Others may be added.',
      ),
      field: orNull(Type.String(), 'The key of the field that it is about.'),
      text: said('What to say to the user.'),
      native: orNull(Type.String(), 'The channel’s own words.'),
    }),
    { description: 'Empty unless it was refused.' },
  ),
  found: orNull(
    object('FoundShop', 'A shop at another address than the one that was typed.', {
      address: said('Where it is.'),
      name: orNull(Type.String(), 'What it calls itself.'),
    }),
    'Of another_address: ask the user whether it is theirs, and send it as the address.',
  ),
  session: said('Names the try; the same in every `link.step` event of it.'),
});
export type LinkResult = Static<typeof LinkResult>;
type Refusals = LinkResult['refusals'];

export interface DirectDependencies {
  readonly link: Link;
  readonly makeMagicLink: MakeMagicLink;
  readonly users: Pick<Users, 'status'>;
  readonly store: Pick<Store, 'users' | 'credentials' | 'drafts'>;
  /** Where a browser begins a trip. */
  readonly beginAt: (
    visit: string,
    trip: string,
    query: Readonly<Record<string, string>>,
  ) => string;
}

/** Whose channel it is, and the language of the answer. */
export interface Whom {
  readonly client: Client;
  readonly tpUserId: string;
  readonly channel: string;
  readonly language: Language;
}

export type Direct = ReturnType<typeof createDirect>;

export function createDirect({ link, makeMagicLink, users, store, beginAt }: DirectDependencies) {
  const { offer, linking, visits } = link;

  function channelOf(name: string) {
    const channel = Object.hasOwn(offer.known, name) ? offer.known[name] : undefined;
    if (channel) return channel;
    throw unknownChannel(offer.known);
  }

  /** A magic link that is made and redeemed in one go. */
  async function visitFor({ client, tpUserId, channel }: Whom, asked: Static<typeof LinkRequest>) {
    const { redirectUrl, userName } = asked;
    const query = { tpUserId, scopes: channel, redirectUrl, userName };
    const { token } = await makeMagicLink({ client, query });
    const path = hashToken(token);
    const cookie = visits.newCookie(path);
    await visits.landingOf(token);
    await visits.enter(path, token, cookie);
    const arriving = await visits.find(path, cookie);
    if (arriving.kind !== 'guest') throw new Fault('unknown_user', 'The user was just removed.');
    return { visit: arriving.visit, client: arriving.client, isDirect: true } as const;
  }

  /** Why it was refused, as the page would show it. */
  async function refusedBy(
    guest: Guest,
    { channel, language }: Whom,
    { way, values }: Static<typeof LinkRequest>,
    draft: string,
  ) {
    const view = await linking.view(guest, channel, language, { way, try: draft });
    const { problems = {}, trouble, found } = view ?? {};
    const refusals: Refusals = Object.entries(problems).map(([field, text]) => ({
      code: [values[field]].flat().join('').trim() === '' ? 'missing' : 'form',
      ...{ field, text, native: null },
    }));
    if (trouble) {
      const { code, field = null, text, said: native = null } = trouble;
      refusals.push({ ...{ code, field, text, native } });
    }
    return { refusals, found };
  }

  return {
    /** `known`: what was typed for the field by which a way's page is known. */
    async ways(
      { client, tpUserId, channel: name, language }: Whom,
      known?: string,
    ): Promise<ChannelWays> {
      const channel = channelOf(name);
      const user = await store.users.find(client.id, tpUserId);
      const all = user ? await store.credentials.list(user.id) : [];
      const account = all.find((one) => one.channel === name)?.account;
      const words = channel.words[language];
      const shown = (way: Way): ChannelWays['ways'][number] => {
        const { title = channel.title, suits, steps = [], toWrite = {} } = words.ways[way.id] ?? {};
        const form = wayForm(way, channel);
        const linked = form.known(account);
        const needs = way.kind === 'form' ? way.placeNeeds : undefined;
        const typed = known !== undefined && needs !== undefined ? { [needs]: known } : undefined;
        const rights = offer.writes([name], client).flatMap((scope) => toWrite[scope] ?? []);
        return {
          ...{ way: way.id, kind: way.kind, title, suits: suits ?? null, steps: [...steps] },
          to_write: [...new Set(rights)],
          place: linking.placeOf(way, typed ?? linked) ?? null,
          place_needs: needs ?? null,
          fields: form.inputs(language).map(({ others: _, ...input }) => ({
            ...{ ...input, value: input.key in linked ? textOf(linked[input.key]) : null },
          })),
        };
      };
      const codes = ATTENTION_CODES.filter(
        (code) => channel.refusals.includes(code) || isGeneral(code),
      );
      return {
        ...{ channel: name, title: channel.title, language },
        ways: offer.ways(name).map(shown),
        attention: codes.map((code) => ({ code, text: attentionIn(code, channel, language) })),
      };
    },

    async link(whom: Whom, asked: Static<typeof LinkRequest>): Promise<LinkResult> {
      const { channel: name, language, client, tpUserId } = whom;
      const channel = channelOf(name);
      const ways = offer.ways(name);
      const way = ways.find(({ id }) => id === asked.way);
      if (!way)
        throw invalid('way', `"way" must be one of ${ways.map(({ id }) => id).join(', ')}.`);
      const { fields } = wayForm(way, channel);
      const form = new URLSearchParams();
      for (const [key, value] of Object.entries(asked.values)) {
        const field = fields.find((one) => one.key === key);
        if (!field)
          throw invalid(
            `values.${key}`.slice(0, 60),
            `This way takes no such value; it takes ${fields.map((one) => one.key).join(', ') || 'none'}.`,
          );
        if (typeof value !== 'string' && !field.list)
          throw invalid(`values.${key}`, `"${key}" must be one text, not a list.`);
        for (const one of [value].flat()) form.append(key, one);
      }
      const guest = await visitFor(whom, asked);
      // Noted as a visitor who opens the page of the channel.
      await linking.view(guest, name, language, { way: way.id });
      const { linkHash, id } = guest.visit;
      const session = sessionOf(linkHash);
      const nothing = { account: null, redirect_to: null, refusals: [], found: null, session };
      const submitted = await linking.submit(guest, name, way.id, language, form);
      if (submitted.kind === 'leaving') {
        const pass = visits.pass(guest.visit, submitted.trip);
        const redirect_to = beginAt(linkHash, submitted.trip, { pass, lang: language });
        return { ...nothing, outcome: 'redirect', redirect_to };
      }
      if (submitted.kind === 'linked') {
        await link.finish(guest, 'completed');
        const { channels } = await users.status(client.id, tpUserId);
        const account = channels.find((one) => one.channel === name) ?? null;
        return { ...nothing, outcome: 'linked', account };
      }
      if (submitted.kind !== 'tried') throw new Fault('unexpected', 'The way is gone.');
      const { refusals, found } = await refusedBy(guest, whom, asked, submitted.draft);
      // No one comes back to it: what was typed is not kept.
      await store.drafts.forget(id, name);
      if (!found) return { ...nothing, outcome: 'refused', refusals };
      const { address, name: called = null, guess } = found;
      const { guess: perhaps, elsewhere } = vocabularies[language].found;
      const text = (guess ? perhaps : elsewhere)(address);
      refusals.push({ ...{ code: 'another_address', field: ADDRESS, text, native: null } });
      return { ...nothing, outcome: 'refused', refusals, found: { address, name: called } };
    },
  };
}

const isGeneral = (code: string): boolean =>
  code === 'credential_refused' || code === 'keys_missing';
