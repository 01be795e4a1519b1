// Checks the values of variables and words what is wrong with them as the vendor does.
import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import type { VendorError } from './document-errors.ts';
import { readGid } from './ids.ts';

export type Variables = Readonly<Record<string, unknown>>;

interface Problem {
  readonly path: readonly (string | number)[];
  readonly explanation: string;
}

/** The coerced values, or the first variable that does not fit. */
export function readVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
): { readonly values: Variables } | { readonly error: VendorError } {
  const values: Record<string, unknown> = {};
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
    if (type === undefined || !isInputType(type)) continue;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && definition.defaultValue !== undefined) {
      values[name] = valueFromAST(definition.defaultValue, type);
      continue;
    }
    if (value == null) {
      if (isNonNullType(type))
        return wrong(name, print(definition.type), definition, null, [
          { path: [], explanation: 'Expected value to not be null' },
        ]);
      if (value === null) values[name] = null;
      continue;
    }
    const problems: Problem[] = [];
    const coerced: unknown = coerceInputValue(value, type, (path, bad, error) => {
      problems.push({ path: [...path], explanation: explain(type, bad, error.message) });
    });
    if (problems.length === 0) problems.push(...idProblems(type, coerced));
    if (problems.length > 0)
      return wrong(name, print(definition.type), definition, value, problems);
    values[name] = coerced;
  }
  return { values };
}

function explain(type: GraphQLInputType, bad: unknown, message: string): string {
  const named = getNamedType(type);
  if (bad == null) return 'Expected value to not be null';
  if (isEnumType(named)) {
    const names = named.getValues().map((value) => value.name);
    return `Expected ${JSON.stringify(bad)} to be one of: ${names.join(', ')}`;
  }
  const unknown = /Field "([^"]*)" is not defined by type "([^"]*)"/.exec(message);
  if (unknown !== null) return `Field is not defined on ${unknown[2]}`;
  return `Could not coerce value ${JSON.stringify(bad)} to ${named.name}`;
}

function idProblems(type: GraphQLInputType, value: unknown): readonly Problem[] {
  if (getNamedType(type).name !== 'ID') return [];
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((id, index) =>
    typeof id === 'string' && readGid(id) === null
      ? [
          {
            path: Array.isArray(value) ? [index] : [],
            explanation: `Invalid global id '${id}'`,
            message: `Invalid global id '${id}'`,
          },
        ]
      : [],
  );
}

function wrong(
  name: string,
  type: string,
  definition: NonNullable<OperationDefinitionNode['variableDefinitions']>[number],
  value: unknown,
  problems: readonly Problem[],
): { readonly error: VendorError } {
  const [first] = problems;
  const where =
    first === undefined || first.path.length === 0
      ? ''
      : ` for ${first.path.join('.')} (${first.explanation})`;
  const place =
    definition.kind === Kind.VARIABLE_DEFINITION ? definition.loc?.startToken : undefined;
  return {
    error: {
      message: `Variable $${name} of type ${type} was provided invalid value${where}`,
      ...(place === undefined ? {} : { locations: [{ line: place.line, column: place.column }] }),
      extensions: { code: 'INVALID_VARIABLE', value, problems },
    },
  };
}
