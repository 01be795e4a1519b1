// How many rows a statement went through, as PostgreSQL counts them.
import assert from 'node:assert/strict';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../../src/store/schema.ts';

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

function visitsIn(node: Node): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + visitsIn(one), 0);
  if (node['Relation Name'] === undefined) return below;
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return below + each * node['Actual Loops'];
}

/** Of every table that a statement reads, those it took and those it put aside. */
export async function assertVisits(
  db: Kysely<Tables>,
  query: CompiledQuery,
  most: number,
  name: string,
) {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: Node }[] }>({
    ...query,
    sql: `explain (analyze, format json) ${query.sql}`,
    parameters: [...query.parameters],
  });
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? assert.fail('no plan');
  const visits = visitsIn(plan);
  assert.ok(visits <= most, `${name}: ${visits} rows, ${JSON.stringify(plan).slice(0, 1500)}`);
}
