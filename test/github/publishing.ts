import { createPublisher } from '#github/publisher.ts';
import type {
  Prepared,
  Publisher,
  PublishOutcome,
  PublishTarget,
} from '#ratchet/needs/publisher.ts';
import type { CommitObject } from '../support/github/git-objects.ts';
import type { FileChanges } from '../support/github/hands.ts';
import type { Permissions } from '../support/github/identity.ts';
import {
  type Ground,
  githubGround,
  type Made,
  makeChangeset,
  pullRequestOf,
  shaOf,
} from './ground.ts';

export const branch = 'fix/größe';

/** A pull request on a GitHub, and a publisher to it. */
export interface Publishing extends Ground {
  readonly publisher: Publisher;
  readonly target: PublishTarget;
  /** The head that changesets are made for. */
  readonly head: string;
  readonly make: (files: FileChanges, parents?: readonly string[]) => Promise<Made>;
  readonly prepare: (made: Made, by?: Publisher) => Promise<Prepared>;
  readonly publish: (made: Made, to?: Partial<PublishTarget>) => Promise<PublishOutcome>;
  readonly publishBy: (publisher: Publisher, made: Made) => Promise<PublishOutcome>;
  readonly tip: () => string;
  readonly commitOf: (id: string) => CommitObject | undefined;
}

export async function publishing(permissions?: Permissions): Promise<Publishing> {
  const ground = await githubGround(permissions);
  const { hands, github, clock, client } = ground;
  const head = hands.commit(branch, { 'src/total.py': 'total = 2\n' });
  const pull = hands.openPull({ head: branch, title: 'Fix' });
  const publisher = createPublisher(client, clock);
  const target: PublishTarget = {
    pullRequest: pullRequestOf(pull, github),
    repository: 'acme/shop',
    branch,
    expectedHead: shaOf(head),
    signed: false,
  };
  github.counters.reset();
  return {
    ...ground,
    publisher,
    target,
    head,
    make: (files, parents = [head]) => makeChangeset(ground, parents, files),
    prepare: (made, by = publisher) => by.prepare(target, made),
    publish: (made, to = {}) => publish(publisher, { ...target, ...to }, made),
    publishBy: (by, made) => publish(by, target, made),
    tip: () => hands.head(branch),
    commitOf: (id) => hands.repository.git.commit(id),
  };
}

/** Both steps, one after the other. */
export async function publish(
  publisher: Publisher,
  target: PublishTarget,
  made: Made,
): Promise<PublishOutcome> {
  const prepared = await publisher.prepare(target, made);
  return prepared.kind === 'refused' ? prepared : publisher.push(target, prepared, made);
}
