/**
 * Whether a file of the repository has this name below the root. A name without a slash is that of a file in any
 * folder; `*` stands for anything inside one part, `**` for any number of parts.
 */
export function matchesName(
  path: string,
  { name, root }: { readonly name: string; readonly root: string },
): boolean {
  const prefix = root === '.' ? '' : `${root}/`;
  if (!path.startsWith(prefix)) return false;
  const whole = name.includes('/') ? name : `**/${name}`;
  return matchesParts(path.slice(prefix.length).split('/'), whole.split('/'));
}

function matchesParts(parts: readonly string[], wanted: readonly string[]): boolean {
  // The places in `wanted` that can be reached by what was read so far: no text makes it try again.
  let places = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const place of addReachable(places, wanted)) {
      if (wanted[place] === '**') next.add(place);
      else if (matchesPart(part, wanted[place])) next.add(place + 1);
    }
    places = next;
  }
  return addReachable(places, wanted).has(wanted.length);
}

function addReachable(places: ReadonlySet<number>, wanted: readonly string[]): ReadonlySet<number> {
  const all = new Set(places);
  for (const place of all) if (wanted[place] === '**') all.add(place + 1);
  return all;
}

/** Takes the leftmost place for each piece between stars, which is right whenever any is. */
function matchesPart(part: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return false;
  const [first = '', ...others] = wanted.split('*');
  const last = others.pop();
  if (last === undefined) return part === wanted;
  if (part.length < first.length + last.length || !part.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = part.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return part.length - last.length >= at && part.endsWith(last);
}
