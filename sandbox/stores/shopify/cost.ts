// What a query costs before it runs. The vendor does not publish its formula; this one keeps what
// it does say: scalars are free, objects cost 1, connections grow with `first` but slower than it.
// The exponent is set so that `variants(first: 250) { nodes { inventoryItem { id } } }` costs 25,
// as measured by others against live shops.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

export const maxCost = 1000;
const exponent = 0.45;

export interface CostInput {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Sizes that root fields really had, by name; absent before execution. */
  readonly sizes?: ReadonlyMap<string, number>;
}

export function costOf({ schema, document, operation, variables, sizes }: CostInput): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  }
  const writes = operation.operation === 'mutation';
  const root = writes ? schema.getMutationType() : schema.getQueryType();
  if (root == null) return 0;
  // Each mutation costs 10 points: https://shopify.dev/docs/api/usage/limits
  if (writes) return 10 * operation.selectionSet.selections.length;
  return Math.ceil(selections(operation.selectionSet, root, true) - 1e-9);

  function selections(set: SelectionSetNode, type: GraphQLNamedType, top: boolean): number {
    let sum = 0;
    let branch = 0;
    for (const selection of set.selections) {
      if (skipped(selection.directives, variables)) continue;
      if (selection.kind === Kind.FIELD) {
        sum += field(selection, type, top);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const named = fragment?.typeCondition?.name.value;
      const inner = named === undefined ? type : (schema.getType(named) ?? type);
      const cost = fragment === undefined ? 0 : selections(fragment.selectionSet, inner, top);
      // Of the branches of an interface or union one record takes one: the dearest counts.
      if (isAbstractType(type) && inner !== type) branch = Math.max(branch, cost);
      else sum += cost;
    }
    return sum + branch;
  }

  function field(node: FieldNode, type: GraphQLNamedType, top: boolean): number {
    if (node.selectionSet === undefined) return 0;
    const definition =
      isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (definition === undefined) return 0;
    const named = getNamedType(definition.type);
    if (isLeafType(named)) return 0;
    const seen = top && sizes !== undefined ? (sizes.get(node.name.value) ?? 0) : undefined;
    const inner = (): number => selections(node.selectionSet as SelectionSetNode, named, false);
    if (named.name.endsWith('Connection')) {
      const asked = sizeOf(argument(node, 'first')) ?? 0;
      return 1 + factor(seen ?? asked) * inner();
    }
    // The rows of a connection are counted by the connection; its page information is free.
    if (named.name === 'PageInfo') return 0;
    if (type.name === 'QueryRoot' && node.name.value === 'nodes') {
      const ids = argument(node, 'ids');
      return factor(seen ?? (Array.isArray(ids) ? ids.length : 1)) * (1 + inner());
    }
    // A plain list that takes `first` is taken to grow as a connection does.
    const cut = sizeOf(argument(node, 'first'));
    return cut === null ? 1 + inner() : factor(cut) * (1 + inner());
  }

  function argument(node: FieldNode, name: string): unknown {
    const value = node.arguments?.find((one) => one.name.value === name)?.value;
    return value === undefined ? undefined : literalOf(value, variables);
  }
}

function factor(size: number): number {
  return size <= 0 ? 0 : size ** exponent;
}

function sizeOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function literalOf(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  if (node.kind === Kind.INT) return Number(node.value);
  if (node.kind === Kind.BOOLEAN) return node.value;
  if (node.kind === Kind.LIST) return node.values;
  return undefined;
}

function skipped(
  directives: FieldNode['directives'],
  variables: Readonly<Record<string, unknown>>,
): boolean {
  for (const directive of directives ?? []) {
    const value = directive.arguments?.[0]?.value;
    const holds = value === undefined ? undefined : literalOf(value, variables);
    if (directive.name.value === 'skip' && holds === true) return true;
    if (directive.name.value === 'include' && holds === false) return true;
  }
  return false;
}
