// Writes client/src/records.d.ts from the schemas of the service: `npm run client:records`.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { channels } from '../src/channels/index.ts';
import { ATTENTION_CODES } from '../src/model/attention.ts';
import * as capabilities from '../src/model/capabilities.ts';
import * as envelope from '../src/model/envelope.ts';
import * as event from '../src/model/event.ts';
import { FAULTS } from '../src/model/faults.ts';
import * as fulfillment from '../src/model/fulfillment.ts';
import * as lineage from '../src/model/lineage.ts';
import { NOTICE_TYPES, NOTICES } from '../src/model/notices.ts';
import * as order from '../src/model/order.ts';
import * as product from '../src/model/product.ts';
import { ORDER_FIELDS, PRODUCT_FIELDS } from '../src/model/query.ts';
import * as refund from '../src/model/refund.ts';
import { NAMED, type Named } from '../src/model/schema.ts';
import { WARNING_CODES } from '../src/model/warnings.ts';
import * as writes from '../src/model/writes.ts';

export const RECORDS = fileURLToPath(new URL('src/records.d.ts', import.meta.url));

/** As much of JSON Schema as the service's own schemas use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly maxProperties?: number;
  readonly description?: string;
  readonly [NAMED]?: Named;
}

/** Names of objects, found by their properties: what may be null is a schema of its own with the same. */
type Names = ReadonlyMap<Schema['properties'], string>;

/** What the client has of the service's model, as one file of declarations. */
export function generate(): string {
  // Every object that these files export has its name in the client too.
  const rooms = [...[order, product, fulfillment, refund, capabilities, lineage, envelope, writes]];
  const objects = rooms.flatMap((room) =>
    Object.entries(room).flatMap(([name, value]): [string, Schema][] =>
      isObjectSchema(value) ? [[name, value]] : [],
    ),
  );
  const events = [event.CompletionEvent, ...Object.values(NOTICES)].map(schemaOf);
  const whole = objects.map(([, schema]) => schema);
  // What stands in several places of them is written once, by the name that the reference has for it.
  objects.push(...repeatedIn([...whole, ...events], whole));
  const named: Names = new Map(objects.map(([name, { properties }]) => [properties, name]));
  const text = [
    '// What the service speaks of: records, filters, codes and events. Generated from its schemas by\n// `npm run client:records`; do not edit.',
    openUnion('Channel', Object.keys(channels), 'A sales channel; later versions may know more.'),
    `/** Which channels have each kind of record, as far as this client knows. */
export interface Having {
${(['orders', 'products'] as const)
  .map((kind) => {
    const having = Object.keys(channels).filter((name) => channels[name]?.[kind] !== undefined);
    return `  readonly ${kind}: ${having.map((name) => `'${name}'`).join(' | ')};`;
  })
  .join('\n')}
}`,
    openUnion(
      'ErrorCode',
      Object.keys(FAULTS),
      'Why a call failed, as the service says it; later versions may know more.',
    ),
    openUnion(
      'WarningCode',
      WARNING_CODES,
      'What the reader of a result should know; later versions may know more.',
    ),
    openUnion(
      'WriteCode',
      Object.keys(writes.WRITE_CODES),
      'Why an item was refused or is not known, beside error codes; later versions may know more.',
    ),
    openUnion(
      'AttentionCode',
      ATTENTION_CODES,
      'Why a linked channel needs attention; later versions may know more.',
    ),
    openUnion(
      'WriteScope',
      [...new Set(Object.values(writes.WRITE_TABLE).map(({ scope }) => scope))],
      'A scope to write; later versions may know more.',
    ),
    openUnion(
      'EventType',
      [event.COMPLETED, event.TEST, ...NOTICE_TYPES],
      'What an event says; later versions may know more.',
    ),
    ...objects.map(([name, schema]) => declared(name, schema, named)),
    filters('OrderFilters', ORDER_FIELDS),
    filters('ProductFilters', PRODUCT_FIELDS),
    declared('CompletionEvent', schemaOf(event.CompletionEvent), named),
    ...Object.entries(NOTICES).map(([type, schema]) =>
      declared(eventName(type), schemaOf(schema), named),
    ),
    `/** Every event that this version knows. */\nexport type KnownEvent = CompletionEvent | ${Object.keys(NOTICES).map(eventName).join(' | ')};`,
  ];
  return formatted(`${text.join('\n\n')}\n`);
}

/** As the house's formatter writes it, so that the file passes the linter like any other. */
function formatted(text: string): string {
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${RECORDS}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the formatter failed: ${stderr}`);
  return stdout;
}

const isObjectSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'properties' in value;

/** The schema library's own type says more than is asked of it here. */
const schemaOf = (schema: object): Schema => schema;

const eventName = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

const openUnion = (name: string, words: readonly string[], description: string): string =>
  `/** ${description} */\nexport type ${name} =\n${words.map((word) => `  | '${word}'`).join('\n')}\n  | (string & {});`;

/** Objects without a declaration of their own that stand in more than one place, by name. */
function repeatedIn(roots: readonly Schema[], known: readonly Schema[]): [string, Schema][] {
  const isKnown = new Set(known.map(({ properties }) => properties));
  const places = new Map<Schema['properties'], { readonly schema: Schema; count: number }>();
  const visit = (schema: Schema): void => {
    for (const inner of Object.values(schema.properties ?? {})) look(inner);
  };
  const look = (schema: Schema): void => {
    for (const inner of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])])
      look(inner);
    if (!schema.properties || isKnown.has(schema.properties)) return;
    const place = places.get(schema.properties) ?? { schema, count: 0 };
    if (place.count === 0) visit(schema);
    place.count += 1;
    places.set(schema.properties, place);
  };
  roots.forEach(visit);
  return [...places.values()].flatMap(({ schema, count }) => {
    const own = schema[NAMED];
    return count > 1 && own ? [[own.name, own.schema] as [string, Schema]] : [];
  });
}

/** Less than this is not worth a word. */
const FEW = 4;

/** The largest of the objects whose fields are all among these. */
function baseOf(schema: Schema, named: Names) {
  const own = schema.properties ?? {};
  const isPart = ([name, value]: [string, Schema]) => own[name] === value;
  return [...named]
    .map(([properties = {}, name]) => ({ name, properties, count: Object.keys(properties).length }))
    .filter(
      ({ properties, count }) =>
        count >= FEW && count < Object.keys(own).length && Object.entries(properties).every(isPart),
    )
    .sort((one, other) => other.count - one.count)[0];
}

function declared(name: string, schema: Schema, named: Names): string {
  const base = baseOf(schema, named);
  const body = members(schema, named, '', base?.properties);
  return `${comment(schema, '')}export interface ${name} ${base ? `extends ${base.name} ` : ''}${body}`;
}

function members(
  schema: Schema,
  named: Names,
  indent: string,
  beside: Schema['properties'] = {},
): string {
  const inner = `${indent}  `;
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !(name in beside));
  const lines = own.map(([name, value]) => {
    const sure = schema.required?.includes(name) ? '' : '?';
    return `${comment(value, inner)}${inner}readonly ${name}${sure}: ${typeOf(value, named, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** Words that have a type of their own. */
const OPEN = new Set(['ErrorCode', 'WarningCode', 'WriteCode', 'AttentionCode']);
const openName = ({ [NAMED]: own }: Schema): string | undefined =>
  own && OPEN.has(own.name) ? own.name : undefined;

function typeOf(schema: Schema, named: Names, indent: string): string {
  const open = openName(schema);
  if (open !== undefined) return open;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf) {
    const types = schema.anyOf.map((one) => typeOf(one, named, indent));
    // Beside words, any other text: written so that editors still offer the words.
    const open = types.some((type) => type.startsWith("'"));
    return types.map((type) => (open && type === 'string' ? '(string & {})' : type)).join(' | ');
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'unknown';
  return types.map((type) => plain(type, schema, named, indent)).join(' | ');
}

function plain(type: string, schema: Schema, named: Names, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') {
    const item = schema.items ? typeOf(schema.items, named, indent) : 'unknown';
    return item.includes(' | ') ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  if (type !== 'object') return type;
  if (schema.properties) return named.get(schema.properties) ?? members(schema, named, indent);
  if (schema.maxProperties === 0) return 'Readonly<Record<string, never>>';
  const rest = schema.additionalProperties;
  const value = typeof rest === 'object' ? typeOf(rest, named, indent) : 'unknown';
  return `Readonly<Record<string, ${value}>>`;
}

/** What the client says in its own way: who asks, how much, in which form, from where. */
const NOT_FILTERS = new Set(['params', 'next_page_token', 'limit', 'fields', 'include']);

function filters(name: string, fields: Readonly<Record<string, object>>): string {
  const lines = Object.entries(fields)
    .filter(([field]) => !NOT_FILTERS.has(field))
    .map(([field, schema]) => {
      const value = schemaOf(schema);
      const type = typeOf(value, new Map(), '  ');
      // A list of identifiers, and an instant, may be written the way a program has them.
      const more =
        field === 'ids' ? ' | readonly string[]' : /_at_(min|max)$/.test(field) ? ' | Date' : '';
      return `${comment(value, '  ')}  readonly ${field}?: ${type}${more} | undefined;`;
    });
  return `/** What narrows the result, in the specification's own words. */\nexport interface ${name} {\n${lines.join('\n')}\n}`;
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

function comment(schema: Schema, indent: string): string {
  if (schema.description === undefined) return '';
  // The words themselves stand with their type.
  const [said = ''] = openName(schema) ? schema.description.split('\n\n') : [schema.description];
  const text = said.replaceAll('*/', '*\\/').trim();
  const single = `${indent}/** ${text} */`;
  if (!text.includes('\n') && single.length <= 100) return `${single}\n`;
  const lines: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1] ?? '';
    if (last && `${indent} * ${last} ${word}`.length > 100) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(RECORDS, generate());
}
