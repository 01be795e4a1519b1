// Finds regular expressions whose work grows faster than the text they read.
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { combineTransformers, DFA, isDisjointWith, JS, NFA, Transformers, transform } from 'refa';
import { analyse } from 'scslre';

/**
 * What is wrong with an expression, in a sentence; undefined where nothing was found.
 * `scslre` finds two repetitions that compete for the same text. What it leaves out is one that is
 * begun again and again, as in /<a[^>]+b/ over "<a<a<a": each beginning reads on to the end.
 */
export function findSuperLinear(source, flags) {
  const [report] = analyse({ source, flags }).reports;
  if (report) {
    const { raw } = report.quant ?? report.startQuant;
    return `${raw} takes ${report.exponential ? 'exponential' : 'quadratic'} time`;
  }
  return flags.includes('y') ? undefined : findRestart(source, flags);
}

/** A repetition in which the expression can begin again, and behind which it can fail. */
function findRestart(source, flags) {
  const { pattern } = new RegExpParser().parseLiteral(`/${source}/${flags}`);
  const found = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Number.POSITIVE_INFINITY) return;
      const inside = `(?:${quantifier.element.raw})`;
      const { before, behind } = around(quantifier);
      // From the second character on: the first is where it begins anyway.
      const canRestart = !isDisjoint(`[^]+(?:${before})[^]*`, `${inside}+`, flags);
      if (canRestart && canFail(`${inside}*${behind}`, flags)) found.push(quantifier.raw);
    },
  });
  return found.length === 0
    ? undefined
    : `${found[0]} is read again from every place it can begin at`;
}

/** What stands before and behind a part of the expression, on the way that leads through it. */
function around(node) {
  let [before, behind] = ['', ''];
  for (let at = node; at.parent; at = at.parent) {
    if (at.parent.type !== 'Alternative') continue;
    const { elements } = at.parent;
    const place = elements.indexOf(at);
    before = elements.slice(0, place).map(rawOf).join('') + before;
    behind += elements
      .slice(place + 1)
      .map(rawOf)
      .join('');
  }
  return { before, behind };
}

/** Captures are numbered from one side of the expression; without them parts can stand alone. */
const rawOf = ({ raw }) => raw.replaceAll(/\((?:\?<\w+>)?(?!\?)/g, '(?:');

const isDisjoint = (one, other, flags) => isDisjointWith(nfaOf(one, flags), nfaOf(other, flags));

function canFail(source, flags) {
  const all = DFA.fromFA(nfaOf(`(?:${source})[^]*`, flags));
  all.complement();
  return !all.isEmpty;
}

const applied = combineTransformers([Transformers.applyAssertions(), Transformers.simplify()]);

function nfaOf(source, flags) {
  const parser = JS.Parser.fromLiteral({
    source,
    flags: flags.replaceAll(/[gyd]/g, '').replace('v', 'u'),
  });
  const { expression, maxCharacter } = parser.parse({
    assertions: 'parse',
    backreferences: 'disable',
  });
  return NFA.fromRegex(transform(applied, expression), { maxCharacter }, { assertions: 'ignore' });
}
