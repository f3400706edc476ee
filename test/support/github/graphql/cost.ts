import {
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isUnionType,
  Kind,
  typeFromAST,
} from 'graphql';
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { problem } from './problem.ts';
import { isIncluded } from './directives.ts';

export interface QueryCost {
  /** Requests for connections that GitHub counts: every limit is taken as reached. */
  readonly requests: number;
  /** What the primary limit is charged. */
  readonly points: number;
  /** The most nodes that could come back. */
  readonly nodes: number;
}

export interface Costed {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Computes the cost by GitHub's documented formula: one request for each connection of each
 * possible parent, divided by a hundred; at least one point.
 */
export function costOf(query: Costed): QueryCost {
  const { operation, schema } = query;
  const root = schema.getRootType(operation.operation);
  if (!root)
    throw problem('NOT_MODELLED', `There are no operations of kind ${operation.operation}`);
  const total = { requests: 0, nodes: 0 };
  addSelections(query, total, { type: root, sets: [operation.selectionSet], parents: 1 });
  const points = Math.max(1, Math.round(total.requests / 100));
  return { ...total, points };
}

interface Total {
  requests: number;
  nodes: number;
}

interface Place {
  readonly type: GraphQLCompositeType;
  readonly sets: readonly SelectionSetNode[];
  /** How many parents there can be at most. */
  readonly parents: number;
}

function addSelections(query: Costed, total: Total, place: Place): void {
  for (const { field, nodes } of fieldsAt(query, place).values()) {
    const [node] = nodes;
    const type = getNamedType(field.type);
    if (!node) continue;
    const args = getArgumentValues(field, node, query.variables);
    const isConnection = type.name.endsWith('Connection');
    const size = isConnection ? pageSize(place.type.name, field.name, args) : manyIds(args);
    if (isConnection) {
      total.requests += place.parents;
      total.nodes += place.parents * size;
    }
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isCompositeType(type))
      addSelections(query, total, { type, sets, parents: place.parents * size });
  }
}

function pageSize(type: string, field: string, args: Readonly<Record<string, unknown>>): number {
  const size = args['first'] ?? args['last'];
  if (typeof size !== 'number') {
    const words = `You must provide a \`first\` or \`last\` value to properly paginate the \`${field}\` connection.`;
    throw problem('MISSING_PAGINATION_BOUNDARIES', words);
  }
  if (size > 100) {
    const words = `Requesting ${size} records on the \`${field}\` connection of ${type} exceeds the \`first\` limit of 100 records.`;
    throw problem('EXCESSIVE_PAGINATION', words);
  }
  return size;
}

// `nodes(ids:)` is no connection, and yet everything below it is asked once for each id.
function manyIds(args: Readonly<Record<string, unknown>>): number {
  return Array.isArray(args['ids']) ? args['ids'].length : 1;
}

interface AskedField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: FieldNode[];
}

// The same field asked twice, as by two fragments, is one request.
function fieldsAt(query: Costed, place: Place): ReadonlyMap<string, AskedField> {
  const asked = new Map<string, AskedField>();
  const collect = (type: GraphQLCompositeType, set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (!isIncluded(selection, query.variables)) continue;
      if (selection.kind === Kind.FIELD) addField(asked, { type, node: selection });
      else {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD
            ? query.fragments[selection.name.value]
            : selection;
        if (!fragment) continue;
        const condition =
          fragment.typeCondition && typeFromAST(query.schema, fragment.typeCondition);
        collect(condition && isCompositeType(condition) ? condition : type, fragment.selectionSet);
      }
    }
  };
  for (const set of place.sets) collect(place.type, set);
  return asked;
}

function addField(
  asked: Map<string, AskedField>,
  at: { readonly type: GraphQLCompositeType; readonly node: FieldNode },
): void {
  const { type, node } = at;
  const field = isUnionType(type) ? undefined : type.getFields()[node.name.value];
  if (!field) return;
  const name = node.alias?.value ?? node.name.value;
  // Fields of an interface are the same ones that its types have.
  const key = isAbstractType(type) ? name : `${type.name}.${name}`;
  const known = asked.get(key);
  if (known) known.nodes.push(node);
  else asked.set(key, { field, nodes: [node] });
}
