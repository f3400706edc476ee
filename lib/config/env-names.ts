/** Environment names that a deployment sets; settings of ratchetr.yaml have derived names and are not listed. */
export const environmentNames = {
  table: 'RATCHETR_TABLE',
  bucket: 'RATCHETR_BUCKET',
  stage: 'RATCHETR_STAGE',
  logLevel: 'RATCHETR_LOG_LEVEL',
  testDynamoEndpoint: 'RATCHETR_TEST_DYNAMODB_ENDPOINT',
} as const;
