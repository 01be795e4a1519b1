// A rule for oxlint: no regular expression whose work grows faster than the text it reads.
import { findSuperLinear } from './super-linear.mjs';

const superLinear = {
  create(context) {
    const check = (node, source, flags) => {
      const found = findSuperLinear(source, flags);
      if (found) context.report({ node, message: `/${source}/${flags}: ${found}` });
    };
    const made = (node) => {
      if (node.callee.name !== 'RegExp') return;
      const [source, flags] = node.arguments.map(textOf);
      if (source !== undefined) check(node, source, flags ?? '');
      else context.report({ node, message: 'made while running, so it cannot be checked here' });
    };
    return {
      Literal(node) {
        if (node.regex) check(node, node.regex.pattern, node.regex.flags);
      },
      // As JSON Schema has it, and the fields of a channel's account.
      Property({ key, value }) {
        const source = key.name === 'pattern' ? textOf(value) : undefined;
        if (source !== undefined) check(value, source, 'u');
      },
      NewExpression: made,
      CallExpression: made,
    };
  },
};

/** A text that is written out; undefined for anything that is worked out. */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0].value.cooked;
  return undefined;
}

export default { meta: { name: 'expressions' }, rules: { 'super-linear': superLinear } };
