// Parse and validation errors in the words and shape that the vendor's GraphQL server uses.
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  Kind,
  specifiedRules,
  type ValidationRule,
  validate,
  visit,
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

type Extensions = Readonly<Record<string, unknown>>;
type Details = readonly [message: string, extensions: Extensions];
type Say = (...found: readonly string[]) => Details;

const bare = (type: string): string => type.replace(/[[\]!]/g, '');

/** Each row: what the library says, the vendor's code, and how the vendor says it. */
const table: readonly (readonly [RegExp, code: string, Say])[] = [
  [
    /^Cannot query field "(.*?)" on type "(.*?)"/,
    'undefinedField',
    (fieldName, typeName) => [
      `Field '${fieldName}' doesn't exist on type '${typeName}'`,
      { typeName, fieldName },
    ],
  ],
  [
    /^Unknown argument "([^"]*)" on field "(?:[^".]*\.)?([^".]*)"/,
    'argumentNotAccepted',
    (argumentName, name) => [
      `Field '${name}' doesn't accept argument '${argumentName}'`,
      { name, typeName: 'Field', argumentName },
    ],
  ],
  [
    /^Field "(.*?)" argument "(.*?)" of type ".*?" is required/,
    'missingRequiredArguments',
    (name, argument) => [
      `Field '${name}' is missing required arguments: ${argument}`,
      { className: 'Field', name, arguments: argument },
    ],
  ],
  [
    /^Variable "\$(.*?)" is not defined(?: by operation "(.*?)")?/,
    'variableNotDefined',
    (variableName, operation = 'anonymous query') => [
      `Variable $${variableName} is used by ${operation} but not declared`,
      { variableName },
    ],
  ],
  [
    /^Variable "\$(.*?)" is never used(?: in operation "(.*?)")?/,
    'variableNotUsed',
    (variableName, operation = 'anonymous query') => [
      `Variable $${variableName} is declared by ${operation} but not used`,
      { variableName },
    ],
  ],
  [
    /^Variable "\$(.*?)" of type "(.*?)" used in position expecting type "(.*?)"/,
    'variableMismatch',
    (variableName, typeName, wanted) => [
      `Type mismatch on variable $${variableName} (${typeName} / ${wanted})`,
      { variableName, typeName, errorMessage: 'Type mismatch' },
    ],
  ],
  [
    /^Field "(.*?)" of type "(.*?)" must have a selection of subfields/,
    'selectionMismatch',
    (field, typeName = '') => [
      `Field must have selections (field '${field}' returns ${bare(typeName)} but has no selections. Did you mean '${field} { ... }'?)`,
      { nodeName: `field '${field}'`, typeName },
    ],
  ],
  [
    /^Field "(.*?)" must not have a selection since type "(.*?)" has no subfields/,
    'selectionMismatch',
    (field, typeName = '') => [
      `Selections can't be made on scalars (field '${field}' returns ${bare(typeName)} but has selections)`,
      { nodeName: `field '${field}'`, typeName },
    ],
  ],
  [
    /^Unknown type "(.*?)"/,
    'undefinedType',
    (typeName) => [`No such type ${typeName}, so it can't be a fragment condition`, { typeName }],
  ],
  [
    /^Fragment "(.*?)" is never used/,
    'useAndDefineFragment',
    (fragmentName) => [`Fragment ${fragmentName} was defined, but not used`, { fragmentName }],
  ],
  [
    /^Unknown fragment "(.*?)"/,
    'useAndDefineFragment',
    (fragmentName) => [`Fragment ${fragmentName} was used, but not defined`, { fragmentName }],
  ],
  [
    /^Unknown directive "@(.*?)"/,
    'undefinedDirective',
    (directiveName) => [`Directive @${directiveName} is not defined`, { directiveName }],
  ],
  [
    /^Fields "(.*?)" conflict/,
    'fieldConflict',
    (fieldName) => [`Field '${fieldName}' has a field conflict`, { fieldName }],
  ],
];

const wrongValue =
  /^(?:Expected value of type "(.*?)"|Value ".*?" does not exist in "(.*?)" enum|Enum "(.*?)" cannot represent|(\w+) cannot represent)/;

function translated(error: GraphQLError, document: DocumentNode): VendorError {
  const found = placeOf(document, error.nodes?.[0]);
  const [message, extensions] = detailsOf(error, found.argument);
  const [place] = error.locations ?? [];
  return {
    message,
    ...(place === undefined ? {} : { locations: [place] }),
    path: found.path,
    extensions,
  };
}

function detailsOf(error: GraphQLError, argument: ArgumentPlace | null): Details {
  if (typeof error.extensions.code === 'string') return [error.message, error.extensions];
  for (const [pattern, code, say] of table) {
    const match = pattern.exec(error.message);
    if (match === null) continue;
    const [message, more] = say(...match.slice(1));
    return [message, { code, ...more }];
  }
  const wrong = wrongValue.exec(error.message);
  if (wrong !== null && argument !== null) {
    const type = wrong.slice(1).find((one) => one !== undefined);
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
  /** As the vendor writes it: operation or fragment, then response names. */
  readonly path: readonly string[];
  readonly argument: ArgumentPlace | null;
}

function placeOf(document: DocumentNode, target: ASTNode | undefined): Place {
  let way: readonly ASTNode[] = [];
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (node !== target) return undefined;
      way = [...ancestors, parent ?? [], node].filter((one): one is ASTNode => 'kind' in one);
      return BREAK;
    },
  });
  const argument = way.findLast((node) => node.kind === Kind.ARGUMENT);
  const field = way.findLast((node) => node.kind === Kind.FIELD)?.name.value ?? '';
  return {
    path: way.flatMap(stepOf),
    argument:
      argument === undefined
        ? null
        : { field, name: argument.name.value, value: textOf(argument.value) },
  };
}

function stepOf(node: ASTNode): readonly string[] {
  switch (node.kind) {
    case Kind.OPERATION_DEFINITION:
      return [node.name === undefined ? node.operation : `${node.operation} ${node.name.value}`];
    case Kind.FRAGMENT_DEFINITION:
      return [`fragment ${node.name.value}`];
    case Kind.FIELD:
      return [(node.alias ?? node.name).value];
    case Kind.INLINE_FRAGMENT:
      return node.typeCondition === undefined ? [] : [`... on ${node.typeCondition.name.value}`];
    case Kind.ARGUMENT:
      return [node.name.value];
    default:
      return [];
  }
}

function textOf(node: ASTNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return node.loc === undefined
    ? node.kind
    : node.loc.source.body.slice(node.loc.start, node.loc.end);
}
