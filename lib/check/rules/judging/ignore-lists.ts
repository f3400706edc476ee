/** The folder of a list of what git ignores, with a slash at its end unless it is the root; undefined: it is no such list. */
export function folderOfIgnoreList(path: string): string | undefined {
  return /^((?:.*\/)?)\.(?:git)?ignore$/.exec(path)?.[1];
}

/** A line of such a list as globs. Without a slash in front or in between, a pattern is for every folder below. */
export function globsOfIgnored(line: string, folder: string): readonly string[] {
  const pattern = line.trim();
  if (pattern === '' || /^[#!]/.test(pattern)) return [];
  const plain = pattern
    .replace(/\/$/, '')
    .replaceAll(/\[[^\]]*\]/g, '?')
    .replaceAll(/[\\{}]/g, '?');
  const glob = plain.includes('/') ? plain.replace(/^\//, '') : `**/${plain}`;
  return [`${folder}${glob}`, `${folder}${glob}/**`];
}
