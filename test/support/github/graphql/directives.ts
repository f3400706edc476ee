import { getDirectiveValues, GraphQLIncludeDirective, GraphQLSkipDirective } from 'graphql';
import type { SelectionNode } from 'graphql';

/** Whether `@skip` and `@include` leave a part of a query in it. */
export function isIncluded(
  selection: SelectionNode,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variables);
  return skip?.['if'] !== true && include?.['if'] !== false;
}
