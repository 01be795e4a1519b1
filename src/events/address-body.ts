// Reads a list of event addresses as clients send it, and says everything that is wrong with it.
import { invalid } from '../model/faults.ts';
import { Faults } from '../model/gather.ts';
import { ALL_TYPES, NOTICE_TYPES } from '../model/notices.ts';
import { storable } from '../model/text.ts';
import type { AddressWish } from './addresses.ts';

const KNOWN: readonly string[] = NOTICE_TYPES;
const FIELDS = ['id', 'url', 'types', 'paused'];

/** The body `{ "addresses": […] }`. Null counts as not given. */
export function readAddresses(body: unknown): readonly AddressWish[] {
  const { addresses, ...others } = isRecord(body) ? body : {};
  if (!Array.isArray(addresses) || Object.keys(others).length > 0)
    throw invalid('addresses', 'The body must be {"addresses": […]}, with nothing else in it.');
  const faults = new Faults();
  const wishes = addresses.map((given, at) => readAddress(given, `addresses.${at}`, faults));
  faults.throwAny();
  return wishes;
}

function readAddress(given: unknown, at: string, faults: Faults): AddressWish {
  const wrong = (field: string, sentence: string) => faults.add(invalid(field, sentence));
  if (!isRecord(given)) {
    wrong(at, `"${at}" must be an object with ${FIELDS.join(', ')}.`);
    return { url: '', types: [], paused: false };
  }
  if (Object.keys(given).some((name) => !FIELDS.includes(name)))
    wrong(at, `"${at}" holds a field that is not known; known are ${FIELDS.join(', ')}.`);
  const { id, url, types, paused } = given;
  if (!isText(url)) wrong(`${at}.url`, `"${at}.url" must be the address, as text.`);
  if (id != null && !isText(id)) wrong(`${at}.id`, `"${at}.id" must be text.`);
  if (paused != null && typeof paused !== 'boolean')
    wrong(`${at}.paused`, `"${at}.paused" must be true or false.`);
  return {
    ...(isText(id) && { id }),
    url: isText(url) ? url : '',
    types: readTypes(types ?? [ALL_TYPES], `${at}.types`, faults),
    paused: paused === true,
  };
}

/** At least one type, each once; or the star, alone. */
export function readTypes(given: unknown, field: string, faults: Faults): readonly string[] {
  const known = `${KNOWN.join(', ')}, or "${ALL_TYPES}" alone for all`;
  const types = Array.isArray(given) ? given : [];
  const isList = types.length > 0 && types.every((type) => typeof type === 'string');
  const say = (what: string) => faults.add(invalid(field, `"${field}" ${what}.`));
  if (!isList) say(`must be a list of types: ${known}`);
  else if (types.includes(ALL_TYPES)) {
    if (types.length > 1) say(`holds "${ALL_TYPES}" and more: "${ALL_TYPES}" stands alone`);
  } else if (!types.every((type) => KNOWN.includes(type)))
    say(`holds a type that is not known; known are ${known}`);
  else if (new Set(types).size < types.length) say('holds a type twice');
  return isList ? types : [];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && storable(value);
