// Backups of the embedded store, and carrying it to PostgreSQL: what an operator does beside the service.
import { backUp } from '../care/backup.ts';
import { moveStore, undoMove } from '../care/move.ts';
import { restore } from '../care/restore.ts';
import { type Config, readConfig } from '../serve/config.ts';
import { ActError } from './sentence.ts';

export type { Rows } from '../care/backup.ts';

/** As `docs/operate/backup.md` has it, where it says how it is restored. */
const POSTGRES = 'pg_dump --format=custom --file=manifold.dump "$MANIFOLD_DATABASE_URL"';

const settings = (): Config => readConfig(process.env);

export async function makeBackup(file: string, force: boolean) {
  const { dataDir, databaseUrl } = settings();
  if (databaseUrl !== undefined)
    throw new ActError(
      `The store is in PostgreSQL, whose own tools make its backups:\n  ${POSTGRES}`,
    );
  return { folder: dataDir, made: await backUp({ folder: dataDir, file, force }) };
}

/** Puts a backup into the data folder; `aside` is where a database went that was there. */
export async function restoreBackup(file: string, force: boolean) {
  const { dataDir, databaseUrl } = settings();
  if (databaseUrl !== undefined)
    throw new ActError(
      'MANIFOLD_DATABASE_URL is set: a backup of the embedded store is restored into a data folder. Unset it; "manifold move" then carries the store to PostgreSQL.',
    );
  const { folder, tables, aside = null } = await restore({ file, dataDir, force });
  return { folder, aside, tables };
}

/** Carries the embedded store to PostgreSQL. */
export async function moveToPostgres(
  given: string | undefined,
  onProgress: (done: number, all: number) => void,
) {
  const { dataDir, databaseUrl } = settings();
  const to = given ?? databaseUrl;
  if (to === undefined)
    throw new ActError('Say where to: --to postgres://…, or set MANIFOLD_DATABASE_URL.');
  const { folder, already, tables } = await moveStore({ dataDir, to, onProgress });
  const rows = Object.entries(tables).map(([table, { rows }]) => [table, rows] as const);
  return { folder, already, tables: Object.fromEntries(rows) };
}

/** Takes the mark away that keeps services off the embedded store. */
export function undoMoveToPostgres() {
  const { dataDir } = settings();
  if (!undoMove(dataDir)) throw new ActError(`The store in ${dataDir} was not moved.`);
  return { folder: dataDir, undone: true };
}
