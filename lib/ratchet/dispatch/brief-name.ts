import { artifactName } from '#model/artifact.ts';

/** Where a worker finds what it is told. */
export const briefName = artifactName.parse('brief.json');
