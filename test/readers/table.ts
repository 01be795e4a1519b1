// Every reader of strangers' text outside of the channels' own folders, by the module it stands in.

import { readCursor } from '../../src/changes/cursor.ts';
import type { Channel } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/index.ts';
import { chooseCarrier, listedCarriers } from '../../src/channels/kit/carriers.ts';
import * as given from '../../src/channels/kit/given.ts';
import { visible } from '../../src/channels/kit/invisible.ts';
import { positionIn } from '../../src/channels/kit/loose.ts';
import { encode } from '../../src/channels/kit/oauth1.ts';
import { findTag, linkTo, wordsIn } from '../../src/channels/kit/page.ts';
import { provinceOf } from '../../src/channels/kit/provinces.ts';
import { isPage, sentenceOf } from '../../src/channels/kit/refusals.ts';
import { foldersOf, isSameSite, shownAddress } from '../../src/channels/kit/search.ts';
import { claimsIn, isSignedToken, jsonIn as loose } from '../../src/channels/kit/signed.ts';
import { tokenIn } from '../../src/channels/kit/token-answer.ts';
import { isMail, urlIn, webAddress } from '../../src/channels/kit/web-address.ts';
import { callerAddress, trust } from '../../src/http/caller-address.ts';
import { readEncoding } from '../../src/http/compress.ts';
import { afterOf } from '../../src/http/listing.ts';
import { queryBy, readQuery } from '../../src/http/query.ts';
import { readCredentials, readParameters } from '../../src/http/token-request.ts';
import { createRecordSeal } from '../../src/keys/record-seal.ts';
import { diagnose } from '../../src/link/diagnosis.ts';
import { isFound } from '../../src/link/search.ts';
import { bestLanguage } from '../../src/link/words/index.ts';
import { CARRIERS, carrierOf, nearestCarriers } from '../../src/model/carriers.ts';
import { countryName } from '../../src/model/countries.ts';
import { decimals } from '../../src/model/currencies.ts';
import { isDecimal, read } from '../../src/model/decimal.ts';
import { keptDetails } from '../../src/model/details.ts';
import { readJson } from '../../src/model/json.ts';
import { millionths } from '../../src/model/millionths.ts';
import { OPERATION_TABLE } from '../../src/model/operations.ts';
import { described, readBy } from '../../src/model/read.ts';
import { record } from '../../src/model/schema.ts';
import { findMisplaced, shape } from '../../src/model/shape.ts';
import { folded, printable, withoutEnd, withoutStart } from '../../src/model/text.ts';
import { instant, readInstant } from '../../src/model/time.ts';
import { readTraceparent } from '../../src/model/trace.ts';
import { Type } from '../../src/model/type.ts';
import { WRITE_TABLE } from '../../src/model/writes.ts';
import { isBlocked, isPublicName } from '../../src/net/guard.ts';
import { writeQuery } from '../../src/net/query.ts';
import { receiverAddress } from '../../src/net/receiver.ts';
import { readRetryAfter } from '../../src/net/reply.ts';
import { scrub } from '../../src/net/scrub.ts';
import { accentStyleNamed } from '../../src/pages/accent.ts';
import { foundOf, openSearch } from '../../src/pages/guides/search.ts';
import { escapeHtml } from '../../src/pages/html.ts';
import { changedBranding } from '../../src/tokens/branding.ts';
import { grantScopes } from '../../src/tokens/scopes.ts';
import { looksLikeAccessToken } from '../../src/tokens/secret.ts';
import { sameNumber } from '../../src/writes/figures.ts';
import type { Reader } from './cost.ts';

const RULES = { key: 'baseUrl', example: 'an address', reason: 'address_form' };
const [shop] = Object.values(channels) as [Channel];
const names = createRecordSeal(Buffer.alloc(32));
const proxies = trust(['loopback']);
const form = 'application/x-www-form-urlencoded';
const CALL = { method: 'GET', tries: 1, waited: 0, start: 0, duration: 0 };
const NO_OTHER = { codes: { ups: 'UPS', postnl: 'TNT' }, free: false, source: '' };
const ANY_CARRIER = { ...NO_OTHER, free: true };

const lookFor = openSearch([
  { address: '', page: 'a', heading: '', text: 'a '.repeat(500), aside: false },
]);

export const READERS: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  'src/changes/cursor.ts': { 'a cursor': (text) => readCursor(names, text, 0, 0) },
  'src/channels/kit/carriers.ts': {
    'a carrier that a vendor takes': (text) => chooseCarrier('Here', ANY_CARRIER, text),
    'a carrier that a vendor does not take': (text) => chooseCarrier('Here', NO_OTHER, text),
    'a carrier that a shop lists': (text) =>
      chooseCarrier('Here', listedCarriers([{ code: text, name: text }], NO_OTHER), 'PostNM'),
  },
  'src/channels/kit/given.ts': {
    'a value': (text) => given.visibleIn({ key: text }, 'key'),
    'a list of words': (text) => given.wordsIn({ key: text }, 'key'),
    'a pair of keys': (text) => given.pairIn(text),
    'a pair of keys in base64': (text) => given.pairIn(btoa(unescape(encodeURIComponent(text)))),
  },
  'src/channels/kit/invisible.ts': { 'typed text': visible },
  'src/channels/kit/loose.ts': { 'a position': positionIn },
  'src/channels/kit/oauth1.ts': { 'a signed value': encode },
  'src/channels/kit/page.ts': {
    'a page': (text) => findTag(text, () => false),
    'a sentence with tags': wordsIn,
    'a Link header': (text) => linkTo('x', text),
    'a Link header that begins well': (text) => linkTo('x', `<a>; ${text}`),
  },
  'src/channels/kit/provinces.ts': { 'a province': (text) => provinceOf(text) },
  'src/channels/kit/refusals.ts': {
    'whether it is a page': (text) => isPage({ text }),
    'a refusal': (text) => sentenceOf([text]),
  },
  'src/channels/kit/search.ts': {
    'a host': (text) => isSameSite(text, 'shop.example'),
    'an address that is shown': (text) => shownAddress(`https://shop.example/${text}`),
    'folders of an address': (text) => foldersOf(new URL(`https://shop.example/${text}`)),
  },
  'src/channels/kit/signed.ts': {
    'a signed token': (text) => isSignedToken(text, 'secret'),
    'claims of a token': (text) => claimsIn(`a.${btoa(unescape(encodeURIComponent(text)))}.a`),
    'a signed body': (text) => loose(Buffer.from(text)),
  },
  'src/channels/kit/token-answer.ts': {
    'a token': (text) => tokenIn({ access_token: text, token_type: text, expires_in: text }),
  },
  'src/channels/kit/web-address.ts': {
    'a typed address': urlIn,
    'an address of an account': (text) => webAddress(text, RULES),
    'a mail address': isMail,
    'a short typed address': (text) => urlIn(text.slice(0, 2000)),
  },
  'src/http/caller-address.ts': {
    'a list of proxies': (text) => callerAddress('127.0.0.1', text, proxies),
    'a list of trusted proxies': (text) => callerAddress('127.0.0.1', text, trust(1e9)),
  },
  'src/http/compress.ts': { 'accepted encodings': readEncoding },
  'src/http/listing.ts': {
    'a token of a list': (text) => afterOf({ limit: 1, token: text }),
  },
  'src/http/query.ts': {
    'a query': (text) => readQuery(`/?${text}`),
    'a number in a query': (text) =>
      queryBy(record({ limit: Type.Integer() }), `/?limit=${encodeURIComponent(text)}`),
  },
  'src/http/token-request.ts': {
    'a form': (text) => readParameters(form, Buffer.from(text)),
    'a body of JSON': (text) => readParameters('application/json', Buffer.from(text)),
    'a text in JSON': (text) =>
      readParameters('application/json', Buffer.from(JSON.stringify({ a: text, [text]: 'b' }))),
    'a content type': (text) => readParameters(text, undefined),
    credentials: (text) => readCredentials(`Basic ${text}`, new Map()),
    'credentials in base64': (text) => readCredentials(`Basic ${btoa(unescape(encodeURIComponent(text)))}`, new Map()), // biome-ignore format: one row
  },
  'src/link/diagnosis.ts': {
    'a channel’s sentence': (text) =>
      diagnose({ code: 'channel_failed', native: text, reason: text }, shop, 'en'),
  },
  'src/pages/guides/search.ts': {
    'words to look for': (text) => foundOf(text, lookFor(text)),
  },
  'src/pages/html.ts': { 'text for a page': escapeHtml },
  'src/pages/accent.ts': { 'the name of a style sheet': accentStyleNamed },
  'src/link/search.ts': {
    'a search': (text) => isFound('shopify amazon woocommerce', text),
  },
  'src/link/words/index.ts': { 'accepted languages': bestLanguage },
  'src/model/carriers.ts': {
    'a carrier': carrierOf,
    'carriers that are near': (text) => nearestCarriers(text, CARRIERS),
  },
  'src/model/countries.ts': { 'a country': countryName },
  'src/model/details.ts': {
    'the address of a call': (text) =>
      keptDetails('orders', {
        ...{ request: { query: {}, body: {} }, stages: {}, warnings: [], faults: [] },
        calls: [{ ...CALL, uri: `https://shop.example/${text}?${text}` }],
      }),
  },
  'src/model/currencies.ts': { 'a currency': decimals },
  'src/model/decimal.ts': { 'an amount': read, 'whether it is an amount': isDecimal },
  'src/model/json.ts': {
    JSON: (text) => readJson(text),
    'exact JSON': (text) => readJson(text, { exact: true, written: true }),
    'a text in JSON': (text) => readJson(JSON.stringify([text, { [text]: text }])),
  },
  'src/model/millionths.ts': { 'a common amount': millionths },
  'src/model/shape.ts': {
    'a number that is expected': (text) =>
      findMisplaced({ total: text }, shape({ numbers: ['total'] }), () => {}),
    'a flag that is expected': (text) =>
      findMisplaced({ isOpen: text }, shape({ flags: ['isOpen'] }), () => {}),
  },
  'src/model/read.ts': {
    'a wrong value': described,
    'a wrong body': (text) => readBy(OPERATION_TABLE.orders.body, { status: text, [text]: text }),
    'a body of many names': (text) =>
      readBy(OPERATION_TABLE.orders.body, Object.fromEntries([...text].map((_, n) => [n, text]))),
    'a list of wrong items': (text) =>
      readBy(WRITE_TABLE.stock.body, {
        items: Array.from({ length: 100 }, () => ({ [text]: text })),
      }),
    'a list that is too long': (text) =>
      readBy(WRITE_TABLE.stock.body, { items: [...text].map(() => ({ variant_id: '' })) }),
  },
  'src/model/text.ts': {
    'the end of a text': (text) => withoutEnd(text, text.slice(0, 50)),
    'the beginning of a text': (text) => withoutStart(text, text.slice(0, 50)),
    'words to search for': folded,
    'a name that is not known': printable,
  },
  'src/model/time.ts': {
    'an instant': (text) => readInstant(text),
    'a vendor’s instant': (text) => instant(text),
    'an instant with more behind it': (text) => readInstant(`2026-11-01T12:00:00${text}`),
  },
  'src/model/trace.ts': { 'a traceparent': readTraceparent },
  'src/net/guard.ts': { 'a host': isPublicName, 'an address': isBlocked },
  'src/net/query.ts': { 'a query to a vendor': (text) => writeQuery([[text, text]]) },
  'src/net/receiver.ts': {
    'an event address': (text) => receiverAddress(text, 'url', { local: false, ports: new Set() }),
  },
  'src/net/reply.ts': {
    'Retry-After': (text) => readRetryAfter({ 'retry-after': text }, 0),
    'Retry-After that begins well': (text) => readRetryAfter({ 'retry-after': `1${text}` }, 0),
  },
  'src/net/scrub.ts': {
    'words with a secret': (text) => scrub(text, ['secret-secret', text.slice(0, 2000)]),
  },
  'src/tokens/branding.ts': {
    'a colour': (text) => changedBranding({}, { accent: text }, Error),
    'an address for help': (text) => changedBranding({}, { supportUrl: text }, Error),
    'a mail address for help': (text) =>
      changedBranding({}, { supportUrl: `mailto:${text}` }, Error),
  },
  'src/tokens/scopes.ts': { scopes: (text) => grantScopes(text, ['orders']) },
  'src/tokens/secret.ts': { 'an access token': looksLikeAccessToken },
  'src/writes/figures.ts': { 'the number of a parcel': (text) => sameNumber(text, 'X') },
};

/**
 * Modules that hold an expression or look at single characters and are not measured here, and why. The
 * lint rule has shown of every expression that is written out that its work grows with the text.
 */
const EXPRESSIONS =
  'expressions alone, each over one text of the request, and the lint rule saw them';
export const OTHERS: Readonly<Record<string, string>> = {
  'src/console/clients.ts': 'names of our own tables',
  'src/console/made-of.ts': 'paths of our own lineage',
  'src/console/parts.ts': 'the first letter of names of our own',
  'src/console/try.ts': 'names of our own fields',
  'src/unified/reasons.ts': 'paths of our own lineage',
  'src/channels/clean.ts': 'measured with each channel’s fields, labels and patterns',
  'src/channels/misplaced.ts': 'measured with each channel’s fields',
  'src/changes/watches.ts': EXPRESSIONS,
  'src/http/answer.ts': 'text that this service writes',
  'src/http/bearer.ts': EXPRESSIONS,
  'src/http/changes.ts': EXPRESSIONS,
  'src/http/collection.ts': 'our own document',
  'src/http/guides.ts': 'our own guides',
  'src/http/metrics.ts': EXPRESSIONS,
  'src/http/openapi-components.ts': 'our own document',
  'src/http/openapi-document.ts': 'our own document',
  'src/http/server.ts':
    'messages of the framework, and a pattern of our own for each path, each part held by slashes',
  'src/http/shown.ts': 'names of our own schemas',
  'src/http/tagged.ts': EXPRESSIONS,
  'src/http/token.ts': EXPRESSIONS,
  'src/http/unified.ts': EXPRESSIONS,
  'src/pages/guides/colour.ts': 'our own guides',
  'src/pages/guides/library.ts': 'our own guides',
  'src/pages/guides/markdown.ts': 'our own guides',
  'src/pages/guides/plain.ts': 'our own guides',
  'src/keys/ring.ts': 'keys of the operator',
  'src/pages/assets.ts': 'our own stylesheets',
  'src/pages/colour.ts': 'six digits of a colour that was checked',
  'src/pages/embed/opener.ts': 'our own script',
  'src/link/form.ts': 'measured with each channel’s fields',
  'src/link/locate.ts': EXPRESSIONS,
  'src/link/magic-link.ts': EXPRESSIONS,
  'src/pages/link/field.ts': EXPRESSIONS,
  'src/model/nearest.ts': 'sixty characters of a name, and names of our own',
  'src/pages/guides/client-package.ts': 'our own sources',
  'src/pages/link/drawing.ts': 'words and examples of the channels',
  'src/pages/link/icons.ts': 'titles of the channels',
  'src/model/check.ts': 'patterns of our own schemas, which the lint rule saw',
  'src/model/notices.ts': 'names of our own events',
  'src/model/ran-out.ts': 'messages of the platform',
  'src/net/probe.ts': 'addresses of the operator',
  'src/net/names.ts': EXPRESSIONS,
  'src/net/route.ts': 'routes of the operator',
  'src/net/secret-search.ts': 'measured with the scrubber, its only user',
  'src/net/send.ts': 'messages of the platform',
  'src/tokens/clients.ts': 'names that the operator gives',
  'src/tokens/throttle.ts': 'addresses that were read before',
  'src/unified/params-schema.ts': 'our own schemas',
  'src/unified/place.ts': 'messages of the platform',
  'src/unified/transform.ts': 'one expression over a place in a record, and the lint rule saw it',
};
