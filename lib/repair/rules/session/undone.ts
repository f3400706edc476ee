import type { Artifact } from '#model/artifact.ts';

/** Name of the artifact that is stored when what a run changed was undone. */
export const undoneArtifact = 'result/undone.json';

export function isUndone(artifacts: readonly Pick<Artifact, 'name'>[]): boolean {
  return artifacts.some(({ name }) => name === undoneArtifact);
}
