/** Environment names that a deployment or a machine sets; settings of ratchetr.yaml have derived names and are not listed. */
export const environmentNames = {
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
  processNet: 'RATCHETR_PROCESS_NET',
  testDynamoEndpoint: 'RATCHETR_TEST_DYNAMODB_ENDPOINT',
} as const;
