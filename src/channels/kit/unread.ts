// Members of a vendor's record that no one has looked at yet.

/** May hold anything, or be missing, until they are read: `Unread<'sku' | 'name'>`. */
export type Unread<Name extends string> = { readonly [Key in Name]?: unknown };
