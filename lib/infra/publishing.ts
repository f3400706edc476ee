import { Construct } from 'constructs';
import type { Foundation } from './foundation.ts';
import { consumerTimeouts } from './queues.ts';
import { RatchetrFunction } from './ratchetr-function.ts';

/** What goes out to GitHub: the publish queue -> `publish`, the report queue -> `report`. */
export class Publishing extends Construct {
  readonly publish: RatchetrFunction;
  readonly report: RatchetrFunction;

  constructor(scope: Construct, id: string, foundation: Foundation) {
    super(scope, id);
    const { defaults, storage, secrets, queues } = foundation;
    const needs = [
      storage.useTable,
      storage.readTogether,
      storage.useArtifacts,
      secrets.readGitHub,
      queues.sendAll,
    ];
    this.publish = new RatchetrFunction(this, 'Publish', {
      name: 'publish',
      description: 'Puts verified changesets on their branches; no other part may write to one',
      // It holds the files of a changeset and their old versions.
      memory: 1024,
      timeout: consumerTimeouts.publish,
      needs,
      defaults,
    });
    this.report = new RatchetrFunction(this, 'Report', {
      name: 'report',
      description: 'Keeps the comments and checks of pull requests up to date',
      memory: 512,
      timeout: consumerTimeouts.report,
      needs,
      defaults,
    });
    // One changeset at a time in a call: a slow one must not use up the time of the next.
    queues.consume('publish', this.publish, { batchSize: 1, maxConcurrency: 5 });
    // GitHub slows down whoever writes a lot at once; and one report at a time in a call, for it may die over what a
    // hostile worker left.
    queues.consume('report', this.report, { batchSize: 1, maxConcurrency: 3 });
  }
}
