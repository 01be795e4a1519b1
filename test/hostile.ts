// Runs every attack against scratch instances and prints what each did to a victim beside it.
import { parseArgs } from 'node:util';
import { attacks } from './hostile/attacks/index.ts';
import { checks } from './hostile/checks/index.ts';
import { openDatabases } from './hostile/databases.ts';
import { type RunOptions, run } from './hostile/run.ts';
import { checkOf, heading, rowOf, subheading } from './hostile/table.ts';

const NAMES = [...attacks, ...checks].map(({ name }) => name);
const USAGE = `Usage: npm run hostile -- [--quick] [--only <name>]... [--database postgres://…]

  --quick      about a second and a half for each attack instead of eight
  --only       one of ${NAMES.slice(0, 9).join(', ')},
               ${NAMES.slice(9, 15).join(', ')},
               ${NAMES.slice(15, 24).join(', ')},
               ${NAMES.slice(24).join(', ')}
  --database   a PostgreSQL in which databases may be made; otherwise the embedded store`;

const QUICK = 1500;
const WHOLE = 8000;

const { quick, only, database } = readArgs();
const databases = database === undefined ? undefined : await openDatabases(database);
const options: RunOptions = { lasts: quick ? QUICK : WHOLE, freshDatabase: databases?.fresh };
const isChosen = ({ name }: { readonly name: string }) => only.length === 0 || only.includes(name);
let harmed = 0;
try {
  const beside = attacks.filter(isChosen);
  if (beside.length > 0) console.log(`\n${heading()}`);
  for (const attack of beside) {
    const row = await run(attack, options);
    if (row.harm !== undefined) harmed++;
    console.log(rowOf(row));
  }
  const tried = checks.filter(isChosen);
  if (tried.length > 0) console.log(`\n${subheading('what must hold')}`);
  for (const check of tried) {
    const found = await check.run(options);
    if (found.harm !== undefined) harmed++;
    console.log(checkOf(check.about, found));
  }
} finally {
  await databases?.close();
}
console.log(
  harmed === 0
    ? '\nNo one was harmed.'
    : `\n${harmed} of ${[...attacks, ...checks].filter(isChosen).length} did harm.`,
);
process.exitCode = harmed === 0 ? 0 : 1;

function readArgs() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        database: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const unknown = values.only.find((name) => !NAMES.includes(name));
    if (unknown !== undefined) throw new TypeError(`There is no attack "${unknown}".`);
    if (!values.help) return values;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}
