import { createHash } from 'node:crypto';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

/** Who wrote something, as git keeps it. */
export interface GitPerson {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  /** Such as +0000. */
  readonly zone: string;
}

export interface CommitObject {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: GitPerson;
  readonly committer: GitPerson;
  /** Absent from most. */
  readonly signature: string | undefined;
  readonly message: string;
}

export interface TreeEntry {
  readonly name: string;
  /** As git writes it: 100644, 100755, 120000, 40000 or 160000. */
  readonly mode: string;
  readonly sha: string;
}

/** The id of an object with this body. */
export function objectId(type: ObjectType, body: Uint8Array): string {
  return createHash('sha1').update(`${type} ${body.length}\0`).update(body).digest('hex');
}

/** Reads the body of a tree. */
export function parseTree(body: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at);
    const zero = body.indexOf(0, space);
    entries.push({
      mode: body.toString('latin1', at, space),
      name: body.toString('utf8', space + 1, zero),
      sha: body.toString('hex', zero + 1, zero + 21),
    });
    at = zero + 21;
  }
  return entries;
}

/** The body of a tree, its entries in git's order: folders sort as if they ended in a slash. */
export function treeBody(entries: readonly TreeEntry[]): Buffer {
  const sortable = entries.map((entry) => ({ entry, key: Buffer.from(sortName(entry)) }));
  const sorted = sortable.toSorted((one, other) => Buffer.compare(one.key, other.key));
  return Buffer.concat(
    sorted.flatMap(({ entry }) => [
      Buffer.from(`${entry.mode} ${entry.name}\0`),
      Buffer.from(entry.sha, 'hex'),
    ]),
  );
}

function sortName(entry: TreeEntry): string {
  return entry.mode === '40000' ? `${entry.name}/` : entry.name;
}

/** Reads the body of a commit. */
export function parseCommit(text: string): CommitObject {
  const end = text.indexOf('\n\n');
  // A header goes on in lines that begin with a space.
  const headers = text.slice(0, end).replaceAll('\n ', '\u0001').split('\n');
  const values = (name: string): readonly string[] =>
    headers
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1).replaceAll('\u0001', '\n'));
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: parsePerson(values('author')[0] ?? ''),
    committer: parsePerson(values('committer')[0] ?? ''),
    signature: values('gpgsig')[0],
    message: text.slice(end + 2),
  };
}

function parsePerson(text: string): GitPerson {
  const [, name = '', email = '', seconds = '0', zone = '+0000'] =
    /^(.*?) ?<(.*)> (\d+) ([+-]\d{4})$/u.exec(text) ?? [];
  return { name, email, seconds: Number(seconds), zone };
}

/** The body of a commit. */
export function commitBody(commit: CommitObject): Buffer {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${personText(commit.author)}`,
    `committer ${personText(commit.committer)}`,
    ...(commit.signature === undefined
      ? []
      : [`gpgsig ${commit.signature.replaceAll('\n', '\n ')}`]),
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${commit.message}`);
}

function personText(person: GitPerson): string {
  return `${person.name} <${person.email}> ${person.seconds} ${person.zone}`;
}
