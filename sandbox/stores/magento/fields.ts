// The `fields` parameter: cuts an answer down, with the oddities of Magento's own filter.

type Tree = { readonly [name: string]: Tree | 1 };

/** `items[id,sku],total_count` as a tree; null where it is not well formed, and then it is ignored. */
export function parseFields(text: string): Tree | null {
  if (text === '' || /[^\w[\],]/.test(text)) return null;
  let at = 0;
  const read = (): Record<string, Tree | 1> => {
    const tree: Record<string, Tree | 1> = {};
    while (at < text.length && text[at] !== ']') {
      const name = /^\w*/.exec(text.slice(at))?.[0] ?? '';
      at += name.length;
      if (text[at] === '[') {
        at += 1;
        tree[name] = read();
        at += 1;
      } else if (name !== '') tree[name] = 1;
      if (text[at] === ',') at += 1;
    }
    return tree;
  };
  const tree = read();
  return at === text.length ? tree : null;
}

/** Lists are cut entry by entry; an empty one becomes null, as PHP never fills the result. */
export function cut(value: unknown, tree: Tree | 1): unknown {
  if (tree === 1 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => cut(one, tree));
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const wanted = Object.hasOwn(tree, name) ? tree[name] : undefined;
    return wanted === undefined ? [] : [[name, cut(inner, wanted)] as const];
  });
  // An empty PHP array is a list in JSON.
  return kept.length === 0 ? [] : Object.fromEntries(kept);
}
