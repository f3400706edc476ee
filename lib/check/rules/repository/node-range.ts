type Version = readonly [number, number, number];

/** Whether a version of Node is one of those that a package asks for; what cannot be read is taken for yes. */
export function acceptsNode(range: string, version: string): boolean {
  const own = versionIn(version);
  if (own === undefined) return true;
  return range.split('||').some((part) => {
    const [, from, to] = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(part) ?? [];
    const all = from === undefined ? part : `>=${from} <=${to}`;
    const comparators = [...all.matchAll(/([~^]|[<>]=?|=)?\s*v?(\d[\d.xX*]*)/g)];
    return comparators.every(([, sign = '', text = '']) => satisfiesComparator(sign, text, own));
  });
}

function satisfiesComparator(sign: string, text: string, own: Version): boolean {
  const given = text.split('.').filter((part) => /^\d+$/.test(part));
  const wanted = versionIn(text) ?? own;
  const order = compareNodeVersions(own, wanted);
  switch (sign) {
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0 || agreesInParts(own, wanted, given.length);
    case '^':
      return order >= 0 && own[0] === wanted[0];
    case '~':
      return order >= 0 && agreesInParts(own, wanted, Math.min(given.length, 2));
    default:
      return agreesInParts(own, wanted, given.length);
  }
}

/** What is not written, or is an `x`, counts as 0. */
function versionIn(text: string): Version | undefined {
  const [, major, minor, patch] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text.trim()) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor ?? 0), Number(patch ?? 0)];
}

function compareNodeVersions(one: Version, other: Version): number {
  const place = one.findIndex((part, index) => part !== other[index]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}

function agreesInParts(one: Version, other: Version, parts: number): boolean {
  return one.slice(0, parts).every((part, index) => part === other[index]);
}
