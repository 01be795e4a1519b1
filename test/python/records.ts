// Writes what the Python client knows of the service from the OpenAPI document: `npm run client:python`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FAULTS } from '../../src/model/faults.ts';
import { type Document, readDocument } from '../document.ts';
import { startService } from '../service.ts';

const FOLDER = new URL('../../clients/python/manifold_commerce/', import.meta.url);
const MADE = 'Made from the service’s OpenAPI document by `npm run client:python`; do not edit.';

/** What the methods of the client give; whatever these refer to comes with them. */
const GIVEN = [
  ...['Order', 'Product', 'Report', 'ErrorItem', 'User', 'Channel', 'ChannelLineage', 'Carriers'],
  ...['Change', 'Watch', 'Execution', 'FulfillmentsOutcome', 'StockOutcome', 'PricesOutcome'],
];
/** What they take: written as plain dictionaries. */
const TAKEN = ['FulfillmentItem', 'StockItem', 'PriceItem'];

/** As much of JSON Schema as the document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly maxProperties?: number;
  readonly description?: string;
}
type Schemas = Readonly<Record<string, Schema>>;

/** A type as Python writes it, and what reads it where JSON has another. */
interface Read {
  readonly type: string;
  readonly reader?: string | undefined;
}

/** Words that Python keeps for itself. */
const KEPT = new Set(['from', 'import', 'class', 'global', 'in', 'is', 'lambda', 'pass', 'None']);

/** By file. */
export async function generate(): Promise<ReadonlyMap<URL, string>> {
  const service = await startService();
  try {
    const document = await readDocument(service);
    return new Map([
      [new URL('records.py', FOLDER), recordsOf(document)],
      [new URL('codes.py', FOLDER), codes()],
    ]);
  } finally {
    await service.close();
  }
}

function recordsOf(document: Document): string {
  const schemas: Schemas = document.components.schemas;
  const written = new Map<string, string>();

  /** After what it refers to. */
  function write(name: string, isTaken: boolean): void {
    const schema = schemas[name];
    if (!schema || written.has(name)) return;
    for (const other of referredBy(schema)) write(other, isTaken);
    written.set(
      name,
      !schema.properties
        ? `${name} = ${plainType(schema)}\n${doc(schema, '')}`
        : isTaken
          ? dictionary(name, schema)
          : dataclass(name, schema),
    );
  }

  const isObject = (name: string) => schemas[name]?.properties !== undefined;

  function read(schema: Schema): Read {
    if (schema.$ref) {
      const name = nameOf(schema.$ref);
      return { type: name, reader: isObject(name) ? `as_one(${name})` : undefined };
    }
    if (schema.anyOf) {
      const isNothing = ({ type, maxProperties }: Schema) => type === 'null' || maxProperties === 0;
      const choices = schema.anyOf.filter((one) => !isNothing(one));
      const [first] = choices;
      const one = first && choices.length === 1 ? read(first) : { type: union(choices) };
      return choices.length < schema.anyOf.length ? { ...one, type: `Optional[${one.type}]` } : one;
    }
    const kinds = [schema.type ?? []].flat();
    const one = plain(schema, kinds.find((kind) => kind !== 'null') ?? 'unknown');
    return kinds.includes('null') ? { ...one, type: `Optional[${one.type}]` } : one;
  }

  const union = (choices: readonly Schema[]) =>
    `Union[${choices.map((choice) => read(choice).type).join(', ')}]`;

  function plain(schema: Schema, kind: string): Read {
    if (schema.enum) return { type: literal(schema.enum) };
    if (kind === 'string') {
      if (schema.format === 'date-time' || schema.pattern?.includes('T[0-9]'))
        return { type: 'datetime', reader: 'as_instant' };
      return schema.pattern?.startsWith('^-?[0-9]+(')
        ? { type: 'Decimal', reader: 'as_amount' }
        : { type: 'str' };
    }
    if (kind === 'number') return { type: 'Decimal', reader: 'as_amount' };
    if (kind === 'integer') return { type: 'int' };
    if (kind === 'boolean') return { type: 'bool' };
    if (kind === 'array') {
      const { type, reader } = read(schema.items ?? {});
      return { type: `Sequence[${type}]`, reader: reader && `as_many(${reader})` };
    }
    if (kind !== 'object') return { type: 'Any' };
    const rest = schema.additionalProperties;
    const { type, reader } = typeof rest === 'object' ? read(rest) : { type: 'Any' };
    return { type: `Mapping[str, ${type}]`, reader: reader && `as_mapping(${reader})` };
  }

  const plainType = (schema: Schema): string =>
    // Words that later versions may add to.
    schema.anyOf?.every(({ type }) => type === 'string') ? 'str' : read(schema).type;

  function dataclass(name: string, schema: Schema): string {
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
      const isSure = schema.required?.includes(field);
      const { type, reader } = read(value);
      return {
        ...{ field, isSure, reader, value },
        name: KEPT.has(field) ? `${field}_` : field,
        type: isSure || type.startsWith('Optional[') ? type : `Optional[${type}]`,
      };
    });
    if (fields.some(({ field }) => ['json', 'read'].includes(field)))
      throw new Error(`${name} has a field that the client uses itself`);
    const table = (what: string, type: string, entries: readonly string[]) =>
      entries.length > 0
        ? [
            `    ${what}: ClassVar[${type}] = {`,
            ...entries.map((one) => `        ${one},`),
            '    }',
          ]
        : [];
    return [
      '@dataclass(init=False, repr=False, eq=False)',
      `class ${name}(Record):`,
      `${doc(schema, '    ')}\n`,
      ...fields.map((one) => `    ${one.name}: ${one.type}\n${doc(one.value, '    ')}`),
      ...table(
        '_read',
        'Mapping[str, Reader]',
        fields.flatMap(({ field, reader }) => (reader ? [`"${field}": ${reader}`] : [])),
      ),
      ...table(
        '_names',
        'Mapping[str, str]',
        fields.flatMap((one) => (one.name === one.field ? [] : [`"${one.field}": "${one.name}"`])),
      ),
      ...table(
        '_optional',
        'AbstractSet[str]',
        fields.flatMap((one) => (one.isSure ? [] : [`"${one.name}"`])),
      ),
    ]
      .filter(Boolean)
      .join('\n');
  }

  /** What may be left out stands in a class of its own: Python 3.9 has no other way. */
  function dictionary(name: string, schema: Schema): string {
    const all = Object.entries(schema.properties ?? {});
    const sure = all.filter(([field]) => schema.required?.includes(field));
    const rest = all.filter(([field]) => !schema.required?.includes(field));
    const body = (fields: typeof all) =>
      fields.map(([field, value]) => {
        const { type } = read(value);
        // An amount of a write has a pattern of its own, without a sign.
        const isAmount = value.pattern?.startsWith('^[0-9]{1,15}');
        return `    ${field}: ${isAmount ? type.replace('str', 'Union[str, Decimal]') : type}\n${doc(value, '    ')}`;
      });
    if (rest.length === 0)
      return [`class ${name}(TypedDict):`, `${doc(schema, '    ')}\n`, ...body(sure)].join('\n');
    return [
      ...[`class _${name}(TypedDict):`, ...body(sure), '', ''],
      ...[`class ${name}(_${name}, total=False):`, `${doc(schema, '    ')}\n`, ...body(rest)],
    ].join('\n');
  }

  for (const name of GIVEN) write(name, false);
  for (const name of TAKEN) write(name, true);
  return [
    `"""Records, as the service gives and takes them.\n\n${MADE}\n"""`,
    'from __future__ import annotations',
    [
      'from dataclasses import dataclass',
      'from datetime import datetime',
      'from decimal import Decimal',
      'from typing import AbstractSet, Any, ClassVar, Literal, Mapping, Optional, Sequence, TypedDict, Union',
    ].join('\n'),
    'from ._record import Reader, Record, as_amount, as_instant, as_many, as_mapping, as_one',
    `__all__ = [\n${[...written.keys()].map((name) => `    "${name}",\n`).join('')}]`,
    ...written.values(),
  ]
    .join('\n\n')
    .replaceAll(/\n\n((?:@dataclass|class )[^\n]*\n)/g, '\n\n\n$1')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .concat('\n');
}

function* referredBy(schema: Schema): Generator<string> {
  for (const value of Object.values(schema))
    if (typeof value === 'object' && value !== null) yield* referredBy(value);
  if (typeof schema.$ref === 'string') yield nameOf(schema.$ref);
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const literal = (words: readonly (string | null)[]): string =>
  `Literal[${words.flatMap((word) => (word === null ? [] : [`"${word}"`])).join(', ')}]`;

/** Which channels fill a field changes with every sample, and is in the document. */
const FILLED = / (?:Every channel fills it|No channel fills it|Filled by [^.]+)\.$/;
const WIDTH = 110;

function doc({ description }: Schema, indent: string): string {
  if (description === undefined) return '';
  const [first = ''] = description.split('\n\n');
  const lines: string[] = [''];
  for (const word of first.replace(FILLED, '').replaceAll('\\', '\\\\').split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last && `${indent}"""${last} ${word}"""`.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return `${indent}"""${lines.join(`\n${indent}`)}"""`;
}

/** A class for each code of the service. */
function codes(): string {
  const classes = Object.entries(FAULTS).map(([code, { when }]) => {
    const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    return { name: `${words.join('')}Error`, code, when };
  });
  return [
    `"""A class for each code with which the service says what is wrong.\n\n${MADE}\n"""\n`,
    'from .errors import ManifoldError\n',
    `__all__ = [\n${classes.map(({ name }) => `    "${name}",\n`).join('')}]`,
    ...classes.map(
      ({ name, code, when }) =>
        `\n\nclass ${name}(ManifoldError):\n${doc({ description: when }, '    ')}\n\n    CODE = "${code}"`,
    ),
    '',
  ].join('\n');
}

async function main() {
  for (const [file, text] of await generate()) writeFileSync(fileURLToPath(file), text);
}
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
