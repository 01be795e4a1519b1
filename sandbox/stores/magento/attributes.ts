// Attributes with options: the brands, and one attribute for each option name of the catalogue.
import type { Catalogue, ProductOption } from '../../catalogue/types.ts';
import { type Collection, collection, type Row } from './listing.ts';

export interface Attribute {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly options: ReadonlyMap<string, number>;
}

export interface Attributes {
  readonly manufacturer: Attribute;
  of(option: Pick<ProductOption, 'name'>): Attribute;
  readonly all: readonly Attribute[];
}

export function attributesOf({ brands, products }: Catalogue): Attributes {
  const manufacturer: Attribute = {
    id: 83,
    code: 'manufacturer',
    label: 'Manufacturer',
    options: new Map(brands.map(({ id, name }) => [name, 50 + id])),
  };
  const values = new Map<string, Set<string>>();
  for (const { name, values: own } of products.flatMap(({ options }) => options)) {
    const known = values.get(name) ?? new Set();
    for (const value of own) known.add(value);
    values.set(name, known);
  }
  const byName = new Map(
    [...values].map(([name, own], index): [string, Attribute] => [
      name,
      {
        id: 150 + index,
        code: codeOf(name),
        label: name,
        options: new Map([...own].map((value, at) => [value, 1000 * (index + 1) + at])),
      },
    ]),
  );
  return {
    manufacturer,
    all: [manufacturer, ...byName.values()],
    of: ({ name }) => {
      const found = byName.get(name);
      if (found === undefined) throw new Error(`no attribute is called ${name}`);
      return found;
    },
  };
}

/** Some names belong to Magento's own attributes. */
function codeOf(name: string): string {
  const code = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return code === 'weight' ? 'pack_weight' : code;
}

export function attributeRows({ all }: Attributes): Collection {
  return collection(
    { attribute_id: 'number', attribute_code: 'text', frontend_input: 'text' },
    all.map(rowOf),
  );
}

const rowOf = ({ id, code, label, options }: Attribute): Row => ({
  values: { attribute_id: id, attribute_code: code, frontend_input: 'select' },
  record: {
    is_wysiwyg_enabled: false,
    is_html_allowed_on_front: true,
    used_for_sort_by: false,
    is_filterable: true,
    is_filterable_in_search: false,
    is_used_in_grid: true,
    is_visible_in_grid: false,
    is_filterable_in_grid: true,
    position: 0,
    apply_to: [],
    is_searchable: '1',
    is_visible_in_advanced_search: '0',
    is_comparable: '0',
    is_used_for_promo_rules: '0',
    is_visible_on_front: '0',
    used_in_product_listing: '1',
    is_visible: true,
    scope: 'global',
    attribute_id: id,
    attribute_code: code,
    frontend_input: 'select',
    entity_type_id: '4',
    is_required: false,
    // The empty choice comes first.
    options: [
      { label: ' ', value: '' },
      ...[...options].map(([text, value]) => ({ label: text, value: String(value) })),
    ],
    is_user_defined: true,
    default_frontend_label: label,
    frontend_labels: [],
    backend_type: 'int',
    is_unique: '0',
    validation_rules: [],
  },
});
