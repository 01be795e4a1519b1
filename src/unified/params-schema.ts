// What `params` may hold, channel by channel, for the published document: made from the declared
// fields. It is finer than what a request is held to, which stands in `validate` and `authorize`.

import { resourceOf } from '../accounts/resource.ts';
import type { Channel } from '../channels/channel.ts';
import type { Field } from '../channels/field.ts';
import { OPERATIONS, type Operation } from '../model/execution.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { CredentialPair } from '../model/query.ts';
import { named } from '../model/schema.ts';
import { MAX_CREDENTIAL_LENGTH } from '../model/text.ts';
import { type TSchema, Type } from '../model/type.ts';

const DESCRIPTION =
  'Credentials by channel, used for this request alone and stored nowhere (token authentication). Entries for other channels than the one that is read are ignored.';

/** Stands where the schema of the channels goes; only the whole house knows them. */
export const paramsOf = (operation: Operation) =>
  Type.Unsafe<Record<string, unknown>>({
    $ref: `#/components/schemas/${OPERATION_TABLE[operation].credentials}`,
    description: DESCRIPTION,
  });

export function paramsSchemas(channels: Readonly<Record<string, Channel>>): readonly TSchema[] {
  const entries = Object.entries(channels);
  return OPERATIONS.map((operation) =>
    named(
      OPERATION_TABLE[operation].credentials,
      byChannel(entries.filter(([, channel]) => resourceOf(channel, operation))),
    ),
  );
}

/** `lightspeed_c` becomes `ParamsLightspeedC`: letters and digits alone, as languages want them. */
const nameOf = (name: string): string =>
  `Params${name.replaceAll(/(?:^|[^A-Za-z0-9]+)(.?)/g, (_, first: string) => first.toUpperCase())}`;

function byChannel(entries: readonly (readonly [string, Channel])[]): TSchema {
  const properties = entries.map(([name, channel]) => [
    name,
    Type.Optional(named(nameOf(name), pairsOf(channel))),
  ]);
  return Type.Object(Object.fromEntries(properties), {
    description: DESCRIPTION,
    examples: entries.slice(0, 1).map(([name, { fields }]) => ({ [name]: exampleOf(fields) })),
    additionalProperties: Type.Array(CredentialPair),
  });
}

/** What must be given, and a secret with it: without one nothing opens. */
function exampleOf(fields: readonly Field[]) {
  const secret = fields.find((field) => field.secret);
  return fields
    .filter((field) => field.required || field === secret)
    .map(({ key, list, example }) => ({ key, value: list ? [example] : example }));
}

function pairsOf({ title, fields }: Channel): TSchema {
  const keys = fields.map(({ key, required, secret }) => {
    const facts = [required && 'required', secret && 'secret'].filter(Boolean).join(', ');
    return `\`${key}\`${facts && ` (${facts})`}`;
  });
  const each = fields.map((field, at) => {
    // Generators make classes of titles: two that differ in case or underscores alone would be one.
    const isAgain = fields.slice(0, at).some(({ key }) => plain(key) === plain(field.key));
    return pairOf(field, `${title} ${field.key}${isAgain ? ' (other spelling)' : ''}`);
  });
  return Type.Array(Type.Unsafe<unknown>({ oneOf: each }), {
    title: `Keys of ${title}`,
    description: `The keys of ${title}, each at most once: ${keys.join(', ')}.`,
  });
}

const plain = (key: string): string => key.toLowerCase().replaceAll('_', '');

const pairOf = (field: Field, title: string) =>
  Type.Object(
    { key: Type.Literal(field.key), value: textOf(field) },
    {
      title,
      description: `${field.required ? 'Required. ' : ''}${field.secret ? 'Secret. ' : ''}${field.about}`,
      additionalProperties: false,
    },
  );

function textOf({ secret, list, only, choices, example }: Field): TSchema {
  const text = Type.String({
    maxLength: MAX_CREDENTIAL_LENGTH,
    examples: [example],
    ...(secret && { format: 'password' }),
    ...(only && { enum: choices }),
  });
  return list ? Type.Union([text, Type.Array(text)], { examples: [[example]] }) : text;
}
