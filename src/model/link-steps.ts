// What a visitor to the link pages does, and what becomes of it.

export const LINK_STEPS = [
  ...(['opened', 'begun', 'chosen', 'shown', 'checked', 'sent', 'refused'] as const),
  ...(['left', 'returned', 'linked', 'unlinked', 'finished'] as const),
] as const;

export type LinkStepName = (typeof LINK_STEPS)[number];
