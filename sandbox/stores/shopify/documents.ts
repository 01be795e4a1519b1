// Documents of one API version, parsed, validated and kept, so that a repeated query costs little.
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { syntaxError, type VendorError, validationErrors } from './document-errors.ts';
import { bind } from './resolvers.ts';
import { schemaOf, type Version } from './schema.ts';

export interface ReadDocument {
  readonly document: DocumentNode;
  /** Fields on the way out, as `Type.field`. */
  readonly deprecated: readonly string[];
}

export interface Documents {
  readonly schema: GraphQLSchema;
  read(text: string): ReadDocument | { readonly errors: readonly VendorError[] };
}

const open = new Map<Version, Documents>();

/** Schemas hold no data, so all shops share them. */
export function documentsOf(version: Version): Documents {
  const known = open.get(version);
  if (known !== undefined) return known;
  const schema = bind(schemaOf(version));
  const read = new LRUCache<string, ReturnType<Documents['read']>>({ max: 200 });
  const documents: Documents = {
    schema,
    read(text) {
      const old = read.get(text);
      if (old !== undefined) return old;
      const made = readDocument(schema, text);
      read.set(text, made);
      return made;
    },
  };
  open.set(version, documents);
  return documents;
}

function readDocument(schema: GraphQLSchema, text: string): ReturnType<Documents['read']> {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: 20_000 });
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [syntaxError(error)] };
    // Brackets nested by the thousand overrun the parser's stack.
    return { errors: [{ message: 'syntax error, the query is nested too deeply' }] };
  }
  const errors = validationErrors(schema, document);
  return errors.length > 0 ? { errors } : { document, deprecated: deprecatedIn(schema, document) };
}

function deprecatedIn(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const info = new TypeInfo(schema);
  const found = new Set<string>();
  visit(
    document,
    visitWithTypeInfo(info, {
      Field() {
        const field = info.getFieldDef();
        if (field?.deprecationReason != null)
          found.add(`${info.getParentType()?.name ?? ''}.${field.name}`);
      },
    }),
  );
  return [...found];
}

/** The operation to run: the one that is named, or the only one. */
export function operationOf(
  document: DocumentNode,
  name: string | null,
): OperationDefinitionNode | { readonly message: string } {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (name !== null) {
    const found = operations.find((operation) => operation.name?.value === name);
    return found ?? { message: `No operation named "${name}"` };
  }
  const [only] = operations;
  if (only === undefined) return { message: 'A query attribute must be specified' };
  return operations.length === 1 ? only : { message: 'An operation name is required' };
}
