import type { ArtifactLocation, SarifRun } from './sarif-shape.ts';

/** The path that a location names: absolute, or relative to the folder of the run. Null where it is no file here. */
export function pathOfLocation(location: ArtifactLocation, run: SarifRun): string | null {
  const named = isNamed(location) ? location : findDescribed(location, run);
  return named === undefined ? null : resolveLocation(named, run, []);
}

function isNamed({ uri }: ArtifactLocation): boolean {
  return typeof uri === 'string' && uri !== '';
}

function findDescribed({ index }: ArtifactLocation, { artifacts }: SarifRun) {
  return artifacts?.[index ?? -1]?.location ?? undefined;
}

/** Bases may stand on bases; one that was already used stands on itself. */
function resolveLocation(
  { uri, uriBaseId }: ArtifactLocation,
  run: SarifRun,
  used: readonly string[],
): string | null {
  if (typeof uri !== 'string' || uri === '') return null;
  if (hasScheme.test(uri)) return pathOfUri(uri);
  const path = decodePath(uri);
  if (path.startsWith('/') || isDrive.test(path)) return path;
  const base = baseOf(uriBaseId ?? undefined, run, used);
  return base === null ? path : `${base.replace(/\/$/, '')}/${path}`;
}

// What no base is given for begins at the folder of the run, and so does what begins at no file.
function baseOf(id: string | undefined, run: SarifRun, used: readonly string[]): string | null {
  const bases = run.originalUriBaseIds ?? {};
  if (id === undefined || used.includes(id) || !Object.hasOwn(bases, id)) return null;
  const base = bases[id];
  return base === undefined ? null : resolveLocation(base, run, [...used, id]);
}

// One letter is a drive.
const hasScheme = /^[a-z][a-z0-9+.-]+:/i;
const isDrive = /^[a-z]:[/\\]/i;

function pathOfUri(uri: string): string | null {
  const [, host = '', path = ''] = /^file:(?:\/\/([^/]*))?(.*)$/is.exec(uri) ?? [];
  if (path === '' || (host !== '' && host.toLowerCase() !== 'localhost')) return null;
  const plain = decodePath(path);
  return isDrive.test(plain.slice(1)) ? plain.slice(1) : plain;
}

// Some writers put a path where a URI belongs; it then has what no URI can have, or a percent sign of its own.
function decodePath(reference: string): string {
  if (/[^\w!#$%&'()*+,./:;=?@~-]/.test(reference)) return reference;
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
