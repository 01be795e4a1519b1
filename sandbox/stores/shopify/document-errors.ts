// Parse and validation errors in the words and shape that the vendor's GraphQL server uses.
import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  Kind,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { readGid } from './ids.ts';
import { invalidId } from './refusal.ts';

export interface VendorError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export function syntaxError(error: GraphQLError): VendorError {
  const [place] = error.locations ?? [];
  const message = error.message.replace(/^Syntax Error: /, '').replace(/\.$/, '');
  if (place === undefined) return { message: `syntax error, ${message}` };
  return {
    message: `syntax error, ${message} at [${place.line}, ${place.column}]`,
    locations: [place],
  };
}

export function validationErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
): readonly VendorError[] {
  return validate(schema, document, [...specifiedRules, globalIds]).map((error) =>
    translated(error, document),
  );
}

/** The vendor's ID takes only global ids. */
const globalIds: ValidationRule = (context) => {
  const check = (node: ASTNode & { readonly value: string }): void => {
    const type = context.getInputType();
    if (type == null || getNamedType(type)?.name !== 'ID' || readGid(node.value) !== null) return;
    const { message, extensions } = invalidId(node.value);
    context.reportError(new GraphQLError(message, { nodes: [node], extensions }));
  };
  return { StringValue: check, IntValue: check };
};

type Details = readonly [message: string, extensions: Readonly<Record<string, unknown>>];

/** Each row: what the library says, and how the vendor says it. */
const table: readonly (readonly [RegExp, (m: readonly string[], node: ASTNode) => Details])[] = [
  [
    /^Cannot query field "(.*?)" on type "(.*?)"/,
    ([, field = '', type = '']) => [
      `Field '${field}' doesn't exist on type '${type}'`,
      { code: 'undefinedField', typeName: type, fieldName: field },
    ],
  ],
  [
    /^Unknown argument "(.*?)" on field "(?:.*?\.)?(.*?)"/,
    ([, argument = '', field = '']) => [
      `Field '${field}' doesn't accept argument '${argument}'`,
      { code: 'argumentNotAccepted', name: field, typeName: 'Field', argumentName: argument },
    ],
  ],
  [
    /^Field "(.*?)" argument "(.*?)" of type ".*?" is required/,
    ([, field = '', argument = '']) => [
      `Field '${field}' is missing required arguments: ${argument}`,
      { code: 'missingRequiredArguments', className: 'Field', name: field, arguments: argument },
    ],
  ],
  [
    /^Variable "\$(.*?)" is not defined(?: by operation "(.*?)")?/,
    ([, variable = '', operation]) => [
      `Variable $${variable} is used by ${operation ?? 'anonymous query'} but not declared`,
      { code: 'variableNotDefined', variableName: variable },
    ],
  ],
  [
    /^Variable "\$(.*?)" is never used(?: in operation "(.*?)")?/,
    ([, variable = '', operation]) => [
      `Variable $${variable} is declared by ${operation ?? 'anonymous query'} but not used`,
      { code: 'variableNotUsed', variableName: variable },
    ],
  ],
  [
    /^Variable "\$(.*?)" of type "(.*?)" used in position expecting type "(.*?)"/,
    ([, variable = '', has = '', wants = '']) => [
      `Type mismatch on variable $${variable} (${has} / ${wants})`,
      {
        code: 'variableMismatch',
        variableName: variable,
        typeName: has,
        errorMessage: 'Type mismatch',
      },
    ],
  ],
  [
    /^Field "(.*?)" of type "(.*?)" must have a selection of subfields/,
    ([, field = '', type = '']) => [
      `Field must have selections (field '${field}' returns ${type.replace(/[[\]!]/g, '')} but has no selections. Did you mean '${field} { ... }'?)`,
      { code: 'selectionMismatch', nodeName: `field '${field}'`, typeName: type },
    ],
  ],
  [
    /^Field "(.*?)" must not have a selection since type "(.*?)" has no subfields/,
    ([, field = '', type = '']) => [
      `Selections can't be made on scalars (field '${field}' returns ${type.replace(/[[\]!]/g, '')} but has selections)`,
      { code: 'selectionMismatch', nodeName: `field '${field}'`, typeName: type },
    ],
  ],
  [
    /^Unknown type "(.*?)"/,
    ([, type = '']) => [
      `No such type ${type}, so it can't be a fragment condition`,
      { code: 'undefinedType', typeName: type },
    ],
  ],
  [
    /^Fragment "(.*?)" is never used/,
    ([, name = '']) => [
      `Fragment ${name} was defined, but not used`,
      { code: 'useAndDefineFragment', fragmentName: name },
    ],
  ],
  [
    /^Unknown fragment "(.*?)"/,
    ([, name = '']) => [
      `Fragment ${name} was used, but not defined`,
      { code: 'useAndDefineFragment', fragmentName: name },
    ],
  ],
  [
    /^Unknown directive "@(.*?)"/,
    ([, name = '']) => [
      `Directive @${name} is not defined`,
      { code: 'undefinedDirective', directiveName: name },
    ],
  ],
  [
    /^Fields "(.*?)" conflict/,
    ([, name = '']) => [
      `Field '${name}' has a field conflict`,
      { code: 'fieldConflict', fieldName: name },
    ],
  ],
];

function translated(error: GraphQLError, document: DocumentNode): VendorError {
  const node = error.nodes?.[0];
  const found = node === undefined ? null : pathTo(document, node);
  const [message, extensions] = detailsOf(error, node, found?.argument ?? null);
  const { locations } = error;
  const [place] = locations ?? [];
  return {
    message,
    ...(place === undefined ? {} : { locations: [place] }),
    path: found?.path ?? [],
    extensions,
  };
}

function detailsOf(
  error: GraphQLError,
  node: ASTNode | undefined,
  argument: ArgumentPlace | null,
): Details {
  if (typeof error.extensions.code === 'string') return [error.message, error.extensions];
  for (const [pattern, say] of table) {
    const match = pattern.exec(error.message);
    if (match !== null && node !== undefined) return say(match, node);
  }
  const wrong =
    /^(?:Expected value of type "(.*?)"|Value "(.*?)" does not exist in "(.*?)" enum|Enum "(.*?)" cannot represent|(\w+) cannot represent)/.exec(
      error.message,
    );
  if (wrong !== null && argument !== null) {
    const type = wrong[1] ?? wrong[3] ?? wrong[4] ?? wrong[5] ?? '';
    return [
      `Argument '${argument.name}' on Field '${argument.field}' has an invalid value (${argument.value}). Expected type '${type}'.`,
      { code: 'argumentLiteralsIncompatible', typeName: 'Field', argumentName: argument.name },
    ];
  }
  return [error.message.replace(/\.$/, ''), { code: 'invalidDocument' }];
}

interface ArgumentPlace {
  readonly field: string;
  readonly name: string;
  readonly value: string;
}

interface Place {
  readonly path: readonly string[];
  readonly argument: ArgumentPlace | null;
}

/** The way to a node, as the vendor writes it: operation or fragment, then response names. */
function pathTo(document: DocumentNode, target: ASTNode): Place | null {
  for (const definition of document.definitions) {
    const found = search(definition, target, [], null);
    if (found !== null) return found;
  }
  return null;
}

function search(
  node: ASTNode,
  target: ASTNode,
  above: readonly string[],
  field: string | null,
): Place | null {
  let path = above;
  let inField = field;
  let argument: ArgumentPlace | null = null;
  switch (node.kind) {
    case Kind.OPERATION_DEFINITION:
      path = [node.name === undefined ? node.operation : `${node.operation} ${node.name.value}`];
      break;
    case Kind.FRAGMENT_DEFINITION:
      path = [`fragment ${node.name.value}`];
      break;
    case Kind.FIELD:
      path = [...above, (node.alias ?? node.name).value];
      inField = node.name.value;
      break;
    case Kind.INLINE_FRAGMENT:
      if (node.typeCondition !== undefined)
        path = [...above, `... on ${node.typeCondition.name.value}`];
      break;
    case Kind.ARGUMENT:
      path = [...above, node.name.value];
      argument = { field: field ?? '', name: node.name.value, value: textOf(node.value) };
      break;
  }
  if (node === target) return { path, argument };
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child !== 'object' || child === null || !('kind' in child)) continue;
      const found = search(child as ASTNode, target, path, inField);
      if (found !== null) return { path: found.path, argument: found.argument ?? argument };
    }
  }
  return null;
}

function textOf(node: ASTNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return node.loc === undefined
    ? node.kind
    : node.loc.source.body.slice(node.loc.start, node.loc.end);
}
