import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { environmentNames } from '#config/env-names.ts';
import type { Foundation } from '../foundation.ts';
import { RatchetrFunction } from '../ratchetr-function.ts';
import type { Workers } from '../workers.ts';

interface Props extends Foundation {
  readonly workers: Workers;
  readonly intake: { readonly url: string };
}

/** What people call: `api` from the command line, `widget` from the dashboard. Who may is up to IAM. */
export class Operators extends Construct {
  readonly api: RatchetrFunction;
  readonly widget: RatchetrFunction;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { storage, defaults } = props;
    this.api = this.createApi(props);
    this.widget = new RatchetrFunction(this, 'Widget', {
      name: 'widget',
      description: 'Shows workspaces on the dashboard',
      memory: 512,
      // The dashboard waits.
      timeout: Duration.seconds(15),
      needs: [storage.readTable, storage.readTogether, storage.readArtifacts],
      defaults,
    });
  }

  private createApi(props: Props): RatchetrFunction {
    const { storage, secrets, queues, workers, intake, defaults } = props;
    return new RatchetrFunction(this, 'Api', {
      name: 'api',
      description: 'Answers and obeys operators: ratchetr ... --stack',
      memory: 512,
      timeout: Duration.seconds(60),
      needs: [
        storage.useTable,
        storage.readTogether,
        // `doctor` writes one, and launches a worker that only says hello.
        storage.useArtifacts,
        secrets.describe,
        queues.sendAll,
        queues.measure,
        workers.launch,
        workers.describe,
        { environment: { [environmentNames.webhookUrl]: intake.url }, statements: [] },
      ],
      defaults,
    });
  }
}
