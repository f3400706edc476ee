import { Duration } from 'aws-cdk-lib';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Foundation } from './foundation.ts';
import { RatchetrFunction } from './ratchetr-function.ts';

/** The one door of workers: run -> HTTPS -> `broker` -> state and artifacts. */
export class WorkerBroker extends Construct {
  readonly broker: RatchetrFunction;
  readonly url: string;

  constructor(scope: Construct, id: string, { defaults, storage, secrets, queues }: Foundation) {
    super(scope, id);
    this.broker = new RatchetrFunction(this, 'Broker', {
      name: 'broker',
      description: 'Serves workers, each with the capability of its one run',
      // It unpacks and checks bodies of megabytes while a worker waits.
      memory: 1024,
      timeout: Duration.seconds(30),
      needs: [
        storage.useTable,
        storage.readTogether,
        storage.useArtifacts,
        secrets.readGitHub,
        secrets.readBroker,
        queues.sendAll,
      ],
      defaults,
    });
    // Workers have no AWS credentials to sign with: the capability in each request is what is checked.
    this.url = this.broker.addFunctionUrl({ authType: FunctionUrlAuthType.NONE }).url;
  }
}
