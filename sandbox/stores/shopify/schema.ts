// The Admin schema of each API version, cut from one text by its `@since` and `@until` marks.
import { buildASTSchema, type DocumentNode, type GraphQLSchema, Kind, parse, visit } from 'graphql';
import { ordersSdl } from './schema/orders.ts';
import { productsSdl } from './schema/products.ts';
import { refundsSdl } from './schema/refunds.ts';
import { shopSdl } from './schema/shop.ts';
import { webhooksSdl } from './schema/webhooks.ts';
import { writesSdl } from './schema/writes.ts';

/** Oldest first; the last is also what `unstable` is served as. */
export const versions = ['2026-01', '2026-04', '2026-07', '2026-10'] as const;
export type Version = (typeof versions)[number];
export const oldest: Version = '2026-01';
export const newest: Version = '2026-10';

const scalars = ['DateTime', 'Decimal', 'HTML', 'Money', 'URL', 'UnsignedInt64'];

let whole: DocumentNode | undefined;

function everything(): DocumentNode {
  const own = [shopSdl, ordersSdl, refundsSdl, productsSdl, webhooksSdl, writesSdl];
  const parts = [...scalars.map((name) => `scalar ${name}`), ...own];
  whole ??= parse(['schema { query: QueryRoot mutation: Mutation }', ...parts].join('\n'), {
    noLocation: true,
  });
  return whole;
}

/** A fresh schema of one version: what came later is cut out. */
export function schemaOf(version: Version): GraphQLSchema {
  const cut = visit(everything(), {
    enter(node) {
      if (
        node.kind !== Kind.FIELD_DEFINITION &&
        node.kind !== Kind.INPUT_VALUE_DEFINITION &&
        node.kind !== Kind.ENUM_VALUE_DEFINITION &&
        node.kind !== Kind.OBJECT_TYPE_DEFINITION &&
        node.kind !== Kind.ENUM_TYPE_DEFINITION
      )
        return undefined;
      const mark = node.directives?.find(({ name }) => /^(since|until)$/.test(name.value));
      if (mark === undefined) return undefined;
      const given = mark.arguments?.[0]?.value;
      const at = given?.kind === Kind.STRING ? given.value : version;
      if (mark.name.value === 'since' ? at > version : at < version) return null;
      return { ...node, directives: node.directives?.filter((one) => one !== mark) ?? [] };
    },
  });
  return buildASTSchema(cut);
}

/** Which version answers a path: an older or unknown one falls forward to the oldest served. */
export function servedVersion(asked: string): Version | null {
  if (asked === 'unstable') return newest;
  const exact = versions.find((version) => version === asked);
  if (exact !== undefined) return exact;
  if (!/^\d{4}-(01|04|07|10)$/.test(asked)) return null;
  return asked < oldest ? oldest : null;
}
