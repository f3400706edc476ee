import { type Answer, type Call, invalid } from './route.ts';

/** One page of a list, with GitHub's header that names its neighbours. */
export function pageOf<Item>(
  call: Call,
  items: readonly Item[],
): { readonly items: readonly Item[]; readonly headers: Readonly<Record<string, string>> } {
  const size = Math.min(numberOf(call, 'per_page', 30), 100);
  const page = numberOf(call, 'page', 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const neighbours = [
    ...(page > 1
      ? ([
          ['prev', page - 1],
          ['first', 1],
        ] as const)
      : []),
    ...(page < last
      ? ([
          ['next', page + 1],
          ['last', last],
        ] as const)
      : []),
  ];
  const links = neighbours.map(([word, number]) => linkTo(call, word, { page: String(number) }));
  return {
    items: items.slice((page - 1) * size, page * size),
    headers: links.length === 0 ? {} : { link: links.join(', ') },
  };
}

/** A page of a plain array. */
export function listAnswer<Item>(
  call: Call,
  items: readonly Item[],
  shape: (item: Item) => unknown,
): Answer {
  const page = pageOf(call, items);
  return { status: 200, body: page.items.map((item) => shape(item)), headers: page.headers };
}

/** An entry of a Link header: the same address with other query values. */
export function linkTo(call: Call, word: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(values)) query.set(name, value);
  return `<${call.site.url}${call.pathname}?${query.toString()}>; rel="${word}"`;
}

export function numberOf(call: Call, name: string, usual: number): number {
  const given = call.query.get(name);
  if (given === null) return usual;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw invalid(name, `${name} is no positive number`);
  return Number(given);
}
