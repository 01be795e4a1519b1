// What a vendor takes for the carrier of a parcel: what a client wrote becomes its code, or is refused.
import {
  CARRIERS,
  type Carrier,
  type CarrierId,
  carrierOf,
  nearestCarriers,
} from '../../model/carriers.ts';
import { type Fault, invalid } from '../../model/faults.ts';
import { folded, printable } from '../../model/text.ts';

/** A carrier as the vendor itself lists it. */
export interface ListedCarrier {
  readonly code: string;
  readonly name: string;
}

/** What a vendor takes. */
export interface Carriers {
  /** The vendor's codes for carriers of our list. */
  readonly codes: Readonly<Partial<Record<CarrierId, string>>>;
  /** What the vendor lists beside them: taken as it writes it. */
  readonly listed?: readonly ListedCarrier[];
  /**
   * Other names. `true`: it takes any, without a code; a code: it takes any beside this one; `false`:
   * it takes none.
   */
  readonly free: boolean | { readonly code: string };
  /** How it is known: a page of the vendor’s, or its contract. */
  readonly source: string;
}

/** What is sent to the vendor. */
export interface ChosenCarrier {
  /** Null where the vendor has no code for it: the name is sent alone. */
  readonly code: string | null;
  readonly name: string;
}

/**
 * What a vendor takes by a list that was read from the shop or marketplace itself. Its names say who is
 * meant, the first of two with one meaning; its codes do not, being anyone's abbreviations.
 */
export function listedCarriers(
  listed: readonly ListedCarrier[],
  { free, source }: Pick<Carriers, 'free' | 'source'>,
): Carriers {
  const codes: Partial<Record<CarrierId, string>> = {};
  for (const { code, name } of listed) {
    const carrier = carrierOf(name);
    if (carrier) codes[carrier.id] ??= code;
  }
  return { codes, listed, free, source };
}

/**
 * The vendor's code for what a client wrote as `tracking_company`: an id or a name of our list, or
 * whatever else the vendor takes. Throws `invalid_request` where it takes no such carrier, and where
 * the word is the vendor's code for one and our name of another.
 */
export function chooseCarrier(title: string, carriers: Carriers, text: string): ChosenCarrier {
  const { codes, listed = [], free } = carriers;
  const wanted = folded(text);
  if (wanted === '') throw unknown(title, carriers, text);
  const same = (other: string) => folded(other) === wanted;
  const named = listed.find(({ name }) => same(name));
  if (named) return named;
  const ours = carrierOf(text);
  const code = ours && codes[ours.id];
  const theirs = [...listed, ...codesOf(carriers)].find((one) => same(one.code));
  const other = theirs && theirs.code !== code ? carrierOf(theirs.name) : undefined;
  if (ours && other && other !== ours) {
    const clear = [ours.name, other.name].filter((name) => !same(name));
    throw refused(
      `"tracking_company" is "${printable(text)}", which is ${ours.name} here and ${other.name} at ${title}: write ${quoted(clear)}.`,
    );
  }
  if (code !== undefined) return { code, name: ours?.name ?? text.trim() };
  if (theirs) return { code: theirs.code, name: text.trim() };
  if (free === false) throw unknown(title, carriers, text);
  return { code: free === true ? null : free.code, name: ours?.name ?? text.trim() };
}

/** What can be written as `tracking_company` of a channel; undefined where it ships nothing. */
export function carriersOf({ carriers }: { readonly carriers?: Carriers | undefined }):
  | {
      readonly carriers: readonly (Carrier & { readonly code: string | null })[];
      readonly listed: readonly ListedCarrier[];
      /** Any other name is taken too. */
      readonly others: boolean;
    }
  | undefined {
  if (!carriers) return undefined;
  const { codes, listed = [], free } = carriers;
  return {
    carriers: CARRIERS.map((carrier) => ({ ...carrier, code: codes[carrier.id] ?? null })).filter(
      ({ code }) => code !== null || free !== false,
    ),
    listed,
    others: free !== false,
  };
}

/** The vendor's codes for carriers of our list, with our names. */
const codesOf = ({ codes }: Carriers): readonly ListedCarrier[] =>
  CARRIERS.flatMap(({ id, name }) => (codes[id] === undefined ? [] : [{ code: codes[id], name }]));

const refused = (sentence: string): Fault => invalid('tracking_company', sentence);

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(' or ');

function unknown(title: string, carriers: Carriers, text: string): Fault {
  const taken = carriersOf({ carriers });
  const names = [
    ...(taken?.carriers ?? []),
    ...(carriers.listed ?? []).map(({ name }) => ({ name, also: [] })),
  ];
  if (carriers.free !== false)
    return refused(`"tracking_company" is "${printable(text)}", which is no name.`);
  if (names.length === 0)
    return refused(`${title} keeps no carrier of a parcel: leave "tracking_company" out.`);
  const near = nearestCarriers(text, names);
  const meant = near.length === 0 ? '' : ` Did you mean ${quoted(near)}?`;
  return refused(
    `"tracking_company" is "${printable(text)}", which ${title} does not take.${meant} It takes ${names.map(({ name }) => name).join(', ')}.`,
  );
}
