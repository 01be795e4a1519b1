// Why a vendor cannot hold a record: the first reason of a list that applies.

export type Reasons<Of> = readonly (readonly [why: string, applies: (record: Of) => boolean])[];

export const firstReason = <Of>(reasons: Reasons<Of>, record: Of): string | undefined =>
  reasons.find(([, applies]) => applies(record))?.[0];
