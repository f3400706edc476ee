import { describe, expect, it } from 'vitest';
import { environmentNames } from '#config/env-names.ts';
import { buildWorkEnvironment, readContainerOrder } from '#local/worker/container-environment.ts';

const launched = {
  RATCHETR_BROKER_URL: 'https://broker.test',
  RATCHETR_CAPABILITY: 'v1.a.b',
  RATCHETR_WORKSPACE: 'workspace-1',
  RATCHETR_RUN: 'run-1',
};

describe('the environment of a container', () => {
  it('says what to work on, and for whom', () => {
    expect(readContainerOrder(launched)).toEqual({
      brokerUrl: 'https://broker.test',
      capability: 'v1.a.b',
      workspace: 'workspace-1',
      run: 'run-1',
    });
  });

  it.each(Object.keys(launched))('is nothing to work by without %s', (name) => {
    expect(() => readContainerOrder({ ...launched, [name]: '' })).toThrow(`${name} is not set`);
  });

  it('is not that of the work: that has neither rights of ours nor words of the platform', () => {
    const env = {
      ...launched,
      [environmentNames.modelKeys]: '{}',
      [environmentNames.gatewayCredential]: 'credential',
      AWS_EXECUTION_ENV: 'AWS_ECS_FARGATE',
      AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials',
      ECS_CONTAINER_METADATA_URI_V4: 'http://169.254.170.2/v4',
      PATH: '/usr/bin',
      RATCHETR_WORKERS_MAX: '3',
    };
    const work = buildWorkEnvironment(env);
    expect(work).toEqual({
      PATH: '/usr/bin',
      RATCHETR_WORKERS_MAX: '3',
    });
  });
});
