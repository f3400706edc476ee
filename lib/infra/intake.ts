import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { environmentNames } from '#config/env-names.ts';
import type { Foundation } from './foundation.ts';
import { RatchetrFunction } from './ratchetr-function.ts';

/** Webhooks come in: GitHub -> HTTP API -> `webhook` -> the decide queue. */
export class Intake extends Construct {
  readonly webhook: RatchetrFunction;
  readonly api: HttpApi;
  /** One line of JSON a request, also for those that never reach the function. */
  readonly accessLog: LogGroup;
  readonly url: string;

  constructor(scope: Construct, id: string, { defaults, storage, secrets, queues }: Foundation) {
    super(scope, id);
    this.webhook = new RatchetrFunction(this, 'Webhook', {
      name: 'webhook',
      description: 'Takes webhooks of GitHub and makes their pull requests due',
      // A webhook brings up to 6 MB to check a signature of, and a cold start counts against the time-out.
      memory: 512,
      // GitHub gives up after ten seconds.
      timeout: Duration.seconds(10),
      needs: [storage.useTable, secrets.readGitHub, queues.send('decide')],
      defaults,
    });
    this.api = this.createApi();
    this.url = `${this.api.apiEndpoint}/webhook`;
    this.accessLog = this.createAccessLog(defaults.logRetention);
    this.createStage(defaults.environment[environmentNames.stage] ?? '');
  }

  private createApi(): HttpApi {
    const api = new HttpApi(this, 'Api', {
      apiName: Stack.of(this).stackName,
      description: 'Webhooks of GitHub; each is signed',
      createDefaultStage: false,
    });
    api.addRoutes({
      path: '/webhook',
      methods: [HttpMethod.POST],
      integration: new HttpLambdaIntegration('WebhookIntegration', this.webhook),
    });
    return api;
  }

  private createStage(stage: string): void {
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // An HTTP API has no limit of its own, and a flood of requests must not use up the concurrency of the account.
      // What GitHub fails to deliver, `reconcile` asks for again.
      throttle: { rateLimit: 100, burstLimit: 300 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify({ stage, ...accessLogFields })),
      },
    });
  }

  private createAccessLog(retention: Foundation['defaults']['logRetention']): LogGroup {
    return new LogGroup(this, 'AccessLog', {
      // Under this prefix the policy of all logs of the account does not grow with each stack.
      logGroupName: `/aws/vendedlogs/ratchetr/${Stack.of(this).stackName}/intake`,
      retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

const accessLogFields = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  from: '$context.identity.sourceIp',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
  error: '$context.error.message',
  integrationError: '$context.integrationErrorMessage',
};
