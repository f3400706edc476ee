/** Environment names that a deployment or a machine sets; settings of ratchetr.yaml have derived names and are not listed. */
export const environmentNames = {
  table: 'RATCHETR_TABLE',
  bucket: 'RATCHETR_BUCKET',
  stage: 'RATCHETR_STAGE',
  logLevel: 'RATCHETR_LOG_LEVEL',
  chromium: 'RATCHETR_CHROMIUM',
  testDynamoEndpoint: 'RATCHETR_TEST_DYNAMODB_ENDPOINT',
} as const;
