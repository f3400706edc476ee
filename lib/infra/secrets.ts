import { RemovalPolicy } from 'aws-cdk-lib';
import {
  CfnSecret,
  type CfnSecretProps,
  type ISecret,
  Secret,
} from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { environmentNames } from '#config/env-names.ts';
import type { Need } from './ratchetr-function.ts';

export interface SecretsProps {
  readonly ephemeral: boolean;
}

/**
 * The three secrets. The stack makes them and never owns a value that matters: the template tells at most
 * how to make one up, so a deployment never brings an old value back.
 */
export class SecretsOfStack extends Construct {
  /** The App: written by `ratchetr setup`, and empty until then. */
  readonly github: ISecret;
  /** The keys of models: for the gateway alone. */
  readonly models: ISecret;
  /** What capabilities of workers are signed with. */
  readonly broker: ISecret;
  private readonly removalPolicy: RemovalPolicy;

  constructor(scope: Construct, id: string, { ephemeral }: SecretsProps) {
    super(scope, id);
    this.removalPolicy = ephemeral ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;
    this.github = this.createSecret('GitHub', {
      description: 'The GitHub App of this stack: written by `ratchetr setup`',
    });
    this.models = this.createSecret('Models', {
      description: 'Keys of model providers: read by the gateways of sessions alone',
      // A task cannot start while a secret that it is given has no value.
      generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'placeholder' },
    });
    this.broker = this.createSecret('Broker', {
      description: 'Signs what workers show the broker',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
  }

  get readGitHub(): Need {
    return readNeed(environmentNames.githubSecret, this.github);
  }

  get readBroker(): Need {
    return readNeed(environmentNames.brokerSecret, this.broker);
  }

  /** Which secrets there are and when they were changed, and none of their values. */
  get describe(): Need {
    const secrets = [this.github, this.models, this.broker];
    return {
      environment: {
        [environmentNames.githubSecret]: this.github.secretArn,
        [environmentNames.modelsSecret]: this.models.secretArn,
        [environmentNames.brokerSecret]: this.broker.secretArn,
      },
      statements: [
        {
          actions: ['secretsmanager:DescribeSecret'],
          resources: secrets.map(({ secretArn }) => secretArn),
        },
      ],
    };
  }

  // The construct of the library makes up a value wherever none is given.
  private createSecret(id: string, props: CfnSecretProps): ISecret {
    const secret = new CfnSecret(this, id, props);
    secret.applyRemovalPolicy(this.removalPolicy);
    return Secret.fromSecretCompleteArn(this, `${id}Ref`, secret.ref);
  }
}

function readNeed(name: string, secret: ISecret): Need {
  return {
    environment: { [name]: secret.secretArn },
    statements: [{ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }],
  };
}
