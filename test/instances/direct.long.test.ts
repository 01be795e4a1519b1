// Three instances on one PostgreSQL, one of them on a machine whose clock is ten minutes fast.
import { startPostgres } from '../postgres.ts';
import { instancesHold } from './suite.ts';

instancesHold('three instances on PostgreSQL', async () => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.fresh();
  return { databaseUrl, direct: databaseUrl, stop: postgres.stop };
});
