// Every attack, in the order of the table.
import type { Attack } from '../scene.ts';
import { deep, lists, numbers, statuses } from './answers.ts';
import { clock } from './clock.ts';
import { names } from './names.ts';
import { background, calls, receivers } from './places.ts';
import { results } from './results.ts';
import { filtered } from './rows.ts';
import { rulesOfFive, rulesOfOne } from './rules.ts';
import { breaker, pauses, wrongKeys } from './shops.ts';
import {
  addresses,
  blanks,
  longKey,
  longRules,
  longString,
  manyChannels,
  manyFields,
  pages,
  typedAddresses,
  unknownNames,
  zeros,
} from './texts.ts';

export const attacks: readonly Attack[] = [
  names,
  lists,
  numbers,
  deep,
  statuses,
  breaker,
  calls,
  background,
  receivers,
  clock,
  rulesOfOne,
  rulesOfFive,
  wrongKeys,
  pauses,
  results,
  zeros,
  addresses,
  typedAddresses,
  pages,
  unknownNames,
  manyFields,
  longRules,
  manyChannels,
  longString,
  longKey,
  blanks,
  filtered,
];
