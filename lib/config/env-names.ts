import { queues } from './queues.ts';

/** Environment names that a deployment or a machine sets; settings of ratchetr.yaml have derived names and are not listed. */
export const environmentNames = {
  region: 'AWS_REGION',
  table: 'RATCHETR_TABLE',
  bucket: 'RATCHETR_BUCKET',
  stage: 'RATCHETR_STAGE',
  logLevel: 'RATCHETR_LOG_LEVEL',
  chromium: 'RATCHETR_CHROMIUM',
  cloneUrl: 'RATCHETR_CLONE_URL',
  cloneToken: 'RATCHETR_CLONE_TOKEN',
  githubToken: 'RATCHETR_GITHUB_TOKEN',
  githubAppId: 'RATCHETR_GITHUB_APP_ID',
  githubPrivateKey: 'RATCHETR_GITHUB_PRIVATE_KEY',
  githubApiUrl: 'RATCHETR_GITHUB_API_URL',
  webhookSecret: 'RATCHETR_WEBHOOK_SECRET',
  webhookSecretBefore: 'RATCHETR_WEBHOOK_SECRET_PREVIOUS',
  toolchain: 'RATCHETR_TOOLCHAIN',
  processNet: 'RATCHETR_PROCESS_NET',
  githubSecret: 'RATCHETR_GITHUB_SECRET',
  modelsSecret: 'RATCHETR_MODELS_SECRET',
  brokerSecret: 'RATCHETR_BROKER_SECRET',
  brokerUrl: 'RATCHETR_BROKER_URL',
  webhookUrl: 'RATCHETR_WEBHOOK_URL',
  capability: 'RATCHETR_CAPABILITY',
  workspace: 'RATCHETR_WORKSPACE',
  run: 'RATCHETR_RUN',
  modelKeys: 'RATCHETR_MODEL_KEYS',
  gatewayCredential: 'RATCHETR_GATEWAY_CREDENTIAL',
  cluster: 'RATCHETR_CLUSTER',
  engineTask: 'RATCHETR_ENGINE_TASK',
  agentTask: 'RATCHETR_AGENT_TASK',
  subnets: 'RATCHETR_SUBNETS',
  securityGroup: 'RATCHETR_SECURITY_GROUP',
  publicAddress: 'RATCHETR_PUBLIC_ADDRESS',
  spot: 'RATCHETR_SPOT',
  mostWorkers: 'RATCHETR_MOST_WORKERS',
  testDynamoEndpoint: 'RATCHETR_TEST_DYNAMODB_ENDPOINT',
} as const;

/** All of them, with those of the addresses of queues. */
export const deploymentNames: readonly string[] = [
  ...Object.values(environmentNames),
  ...Object.values(queues).map(({ address }) => address),
];
