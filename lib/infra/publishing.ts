import { Construct } from 'constructs';
import type { Foundation } from './foundation.ts';
import { consumerProps } from './queues.ts';
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
      ...consumerProps('publish'),
      description: 'Puts verified changesets on their branches; no other part may write to one',
      // It holds the files of a changeset and their old versions.
      memory: 1024,
      needs,
      defaults,
    });
    this.report = new RatchetrFunction(this, 'Report', {
      ...consumerProps('report'),
      description: 'Keeps the comments and checks of pull requests up to date',
      memory: 512,
      needs,
      defaults,
    });
    queues.consume('publish', this.publish);
    queues.consume('report', this.report);
  }
}
