// Where a field comes from, and why one is null: the words, and the schemas of what is answered.
import { object, orNull, text, wordOf } from './schema.ts';
import { type Static, Type } from './type.ts';

/** Why a field is made of nothing, as `lacks.json` of the channel's folder declares it. */
export const LACKING = ['channel_has_none', 'not_read', 'withheld'] as const;
export type Lacking = (typeof LACKING)[number];

const MEANINGS =
  'channel_has_none: the channel has no such thing; not_read: it has, and is not asked for it; withheld: it shows it to no one.';

const FieldLineage = object('FieldLineage', 'What one field is made of.', {
  field: Type.String({ description: 'With `[]` for the entries of a list: `line_items[].sku`.' }),
  from: Type.Array(Type.String(), {
    description:
      'Paths in the native record (`account.` in the settings of the account): a change of any of them can change the field. Empty where there is a reason, and where the field is the same in all records or follows from its place.',
  }),
  reason: orNull(wordOf(LACKING, MEANINGS), `Why it is always empty. ${MEANINGS}`),
});

const RecordLineage = object('RecordLineage', 'What the fields of a form of record are made of.', {
  identified_by: Type.String({
    description:
      'Path of the identifier in the native record; it distinguishes two forms, where a channel has two APIs.',
  }),
  fields: Type.Array(FieldLineage, { description: 'All of them, with what can be included.' }),
});

const records = Type.Array(RecordLineage, {
  description: 'By form of record, mostly one; empty where the channel has no such records.',
});
export const ChannelLineage = object('ChannelLineage', 'Where the values of records come from.', {
  channel: Type.String({ description: 'The channel’s identifier.' }),
  orders: records,
  products: records,
});
export type ChannelLineage = Static<typeof ChannelLineage>;

/** Why a field is null in one record. */
export const REASONS = [
  ...LACKING,
  'empty',
  'permission_missing',
  'out_of_window',
  'unknown_value',
] as const;
export type Reason = (typeof REASONS)[number];

export const NullReason = object('NullReason', 'Why a field is null.', {
  reason: wordOf(
    REASONS,
    `${MEANINGS} empty: the channel has it and says nothing, or that there is none; permission_missing: the credential may not read it; out_of_window: the channel shows it for a limited time; unknown_value: what the channel says is not known here, or cannot be read.`,
  ),
  value: text('What the channel says, where it is not known here.'),
});
export type NullReason = Static<typeof NullReason>;

/** By field, with places in lists filled in: `line_items[0].sku`. */
export type Reasons = Readonly<Record<string, NullReason>>;
