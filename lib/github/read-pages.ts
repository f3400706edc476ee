import { ForgeUnavailable } from './errors.ts';

/** One page of a list that GitHub tells from its beginning; what may not be read in it is null. */
interface Page<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (Node | null)[];
}

/** All that could be read, and whether nothing was left out. */
export interface AllPages<Node> {
  readonly nodes: readonly Node[];
  readonly complete: boolean;
}

type NextPage<Node> = (after: string) => Promise<Page<Node> | undefined>;

/** Reads the pages after the first one. */
export async function readPages<Node>(
  first: Page<Node>,
  next: NextPage<Node>,
): Promise<AllPages<Node>> {
  const found: Node[] = [];
  let isHidden = false;
  let page: Page<Node> | undefined = first;
  while (page !== undefined) {
    const { nodes, pageInfo }: Page<Node> = page;
    found.push(...nodes.filter((node) => node !== null));
    isHidden ||= nodes.includes(null);
    if (!pageInfo.hasNextPage) return { nodes: found, complete: !isHidden };
    page = await nextOf(pageInfo.endCursor, next);
  }
  return { nodes: found, complete: false };
}

// An outage in the middle leaves what was read: less than all is never called green.
async function nextOf<Node>(
  cursor: string | null,
  next: NextPage<Node>,
): Promise<Page<Node> | undefined> {
  try {
    return cursor === null ? undefined : await next(cursor);
  } catch (error) {
    if (error instanceof ForgeUnavailable) return undefined;
    throw error;
  }
}
