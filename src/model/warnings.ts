// What the reader of a result may be warned of, in one table: the code, and what it means.

export const WARNINGS = {
  api_version_changed:
    'The channel no longer serves the version asked for, and answered in another.',
  api_version_ending: 'The vendor soon ends the version of its API that this call uses.',
  changes_without_date:
    'Some changes update no date in this shop, so results by date of change do not include them.',
  customers_unreadable: 'The buyers’ accounts could not be read; customers are incomplete.',
  field_withheld: 'The channel withheld a field from this credential; it is null.',
  fractional_quantity: 'A line has a quantity that is not a whole number; it is rounded up.',
  fulfillments_unknown:
    'The channel does not list all that was sent, or not which lines of an order it was.',
  id_refused: 'The channel does not take this for an identifier; it is left out.',
  images_left_out: 'Some products come without their images.',
  limit_reduced: 'The limit in force is smaller than the one asked for.',
  orders_window: 'The channel shows orders for a limited time only; older ones are missing.',
  override_failed: 'An override rule failed; the field is left as it was.',
  override_switched_off: 'An override rule kept failing and is switched off.',
  paging_limit: 'The channel gives no further pages; there may be more.',
  permission_missing: 'The credential lacks a permission; what needs it is left out.',
  personal_data_ended:
    'The channel no longer shows names, addresses and contacts of buyers of older orders.',
  personal_data_withheld: 'The channel withholds names, addresses and contacts of buyers.',
  race_possible:
    'The channel cannot compare before it sets: something may have changed in between.',
  record_not_shown:
    'The channel has a record that was named, but does not show it: hidden, unfinished, or of another part of the shop.',
  record_out_of_bounds: 'The channel returned records outside the bounds asked for; left out.',
  record_unreadable: 'A record could not be read and was left out, as handling=lenient asks.',
  refunds_unknown: 'The channel does not say what a refund gave back.',
  refunds_unreadable: 'The refunds could not be read, so it is not known what they were for.',
  services_without_price: 'The buyer ordered services for which the channel names no price.',
  slow_filter:
    'The shop cannot filter by itself: all is read and filtered here. Pages may be small.',
  stock_left_out: 'Some products come without their stock.',
  stock_unknown: 'The stock of some products is not known.',
  texts_left_out: 'Some products come without their title and text.',
  totals_do_not_add_up: 'The channel’s own figures do not add up; its total is kept.',
  unknown_status: 'The channel uses a word that is not known here; the field is null.',
  unknown_stock_tracking: 'How the channel counts stock is not known here; the field is null.',
  unknown_tax_mode: 'The channel does not say whether prices include tax.',
  value_unreadable: 'A value could not be read; what depends on it is left empty.',
  variants_withheld: 'The shop names variants of a product that it does not show.',
  variations_withheld: 'The shop names variations of a product that it does not show.',
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as readonly WarningCode[];

/**
 * What an answer with such a warning lacks: whole records, or values that the channel has and that
 * another answer may well hold. A copy must take neither for deleted. What a channel withholds, or
 * a credential may not read, is not among them: it stays so, and an old value would grow false.
 */
export type LeftOut = 'records' | 'values';
export const LEFT_OUT: Readonly<Partial<Record<WarningCode, LeftOut>>> = {
  id_refused: 'records',
  orders_window: 'records',
  paging_limit: 'records',
  record_not_shown: 'records',
  record_unreadable: 'records',
  customers_unreadable: 'values',
  fulfillments_unknown: 'values',
  images_left_out: 'values',
  stock_left_out: 'values',
  stock_unknown: 'values',
  texts_left_out: 'values',
  variants_withheld: 'values',
  variations_withheld: 'values',
};
