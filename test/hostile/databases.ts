// New, empty databases in a PostgreSQL that somebody named, dropped again at the end.
import pg from 'pg';

export interface Databases {
  /** The address of a new one. */
  readonly fresh: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function openDatabases(url: string): Promise<Databases> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const made: string[] = [];
  return {
    async fresh() {
      const name = `manifold_hostile_${process.pid}_${made.length}`;
      await client.query(`create database ${name}`);
      made.push(name);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async close() {
      for (const name of made) await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}
