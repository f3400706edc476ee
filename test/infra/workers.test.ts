import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { environmentNames } from '#config/env-names.ts';
import type { RatchetrStackProps, WorkersProps } from '../../lib/infra/stack-props.ts';
import { RatchetrStack } from '../../lib/infra/stack.ts';
import { at, listAt, ofType, quickApp, templateOf } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

describe('the tasks of workers', () => {
  it('are an engine, and an agent with a gateway beside it', () => {
    const tasks = tasksOf({}).map((task) => ({
      family: at(task, 'Family'),
      containers: listAt(task, 'ContainerDefinitions').map((container) => at(container, 'Name')),
    }));
    expect(tasks).toEqual([
      { family: 'ratchetr-engine', containers: ['worker'] },
      { family: 'ratchetr-agent', containers: ['worker', 'gateway'] },
    ]);
  });

  it('have the sizes that were asked for, and their own otherwise', () => {
    expect(sizesOf({})).toEqual([
      ['1024', '4096', 30],
      ['2048', '8192', 30],
    ]);
    const agent = { cpu: 4096, memory: 16_384 };
    expect(sizesOf({ engine: { memory: 6144 }, agent, disk: 100 })).toEqual([
      ['1024', '6144', 100],
      ['4096', '16384', 100],
    ]);
  });

  it('cannot have a size that Fargate does not sell', () => {
    expect(() => tasksOf({ engine: { memory: 1024 } })).toThrow(
      'The engine worker cannot have its size: memory is 1024: with a cpu of 1024 it must be 2048',
    );
  });

  it('leave the gateway memory that hostile code cannot take', () => {
    const [, agent] = tasksOf({});
    const [worker, gateway] = listAt(agent, 'ContainerDefinitions');
    const left = Number(at(agent, 'Memory')) - Number(at(worker, 'Memory'));
    expect(left).toBe(at(gateway, 'MemoryReservation'));
    expect(gateway).toMatchObject({ ReadonlyRootFilesystem: true });
  });

  it('are told the settings for all repositories, the gateway as well as those who work', () => {
    const settings = {
      RATCHETR_AGENTS_ORDER: '[codex]',
      RATCHETR_MODELS_ORIGINS_OPENAI: 'https://models.example.com',
    };
    const told = ofType(templateOf({ settings }), 'AWS::ECS::TaskDefinition')
      .flatMap(([, { Properties: task }]) => listAt(task, 'ContainerDefinitions'))
      .map((container) => listAt(container, 'Environment').slice(0, 2));
    const variables = Object.entries(settings).map(([Name, Value]) => ({ Name, Value }));
    expect(told).toEqual([variables, variables, variables]);
  });

  it('start the worker after the gateway, so it stops before it', () => {
    const [, agent] = tasksOf({});
    expect(at(agent, 'ContainerDefinitions', '0', 'DependsOn')).toEqual([
      { Condition: 'START', ContainerName: 'gateway' },
    ]);
  });

  it('are told apart by what those who launch them are told', () => {
    const told = ofType(templateOf({ workers: { most: 3, spot: true } }), 'AWS::Lambda::Function')
      .map(([, { Properties: one }]) => at(one, 'Environment', 'Variables'))
      .find((environment) => at(environment, environmentNames.spot) !== undefined);
    expect(told).toMatchObject({
      [environmentNames.engineTask]: 'ratchetr-engine',
      [environmentNames.agentTask]: 'ratchetr-agent',
      [environmentNames.mostWorkers]: '3',
      [environmentNames.spot]: 'true',
    });
  });
});

const assets = z.object({
  dockerImages: z.record(z.string(), z.object({ source: z.record(z.string(), z.unknown()) })),
});

describe('the images of workers', () => {
  it('are made of our Dockerfile, on the base that was asked for', () => {
    const sources = sourcesOf({ baseImage: 'registry.example.com/base:1' });
    expect(new Set(sources.map((source) => source['dockerBuildTarget']))).toEqual(
      new Set(['engine', 'agent', 'gateway']),
    );
    for (const source of sources) {
      expect(source).toMatchObject({
        dockerFile: 'containers/Dockerfile',
        dockerBuildArgs: { BASE: 'registry.example.com/base:1' },
        platform: 'linux/arm64',
      });
    }
  });

  it('have a Chromium where agents work, if that was asked for', () => {
    expect(targetsWithChromium({})).toEqual([]);
    expect(targetsWithChromium({ chromium: true })).toEqual(['agent']);
  });
});

function targetsWithChromium(props: RatchetrStackProps): readonly unknown[] {
  return sourcesOf(props)
    .filter((source) => at(source, 'dockerBuildArgs', 'WITH_CHROMIUM') === '1')
    .map(({ dockerBuildTarget }) => dockerBuildTarget);
}

/** What the images are to be built of. */
function sourcesOf(props: RatchetrStackProps) {
  const app = quickApp();
  const { stackName } = new RatchetrStack(app, props);
  const text = readFileSync(join(app.synth().directory, `${stackName}.assets.json`), 'utf8');
  return Object.values(assets.parse(JSON.parse(text)).dockerImages).map(({ source }) => source);
}

function sizesOf(workers: WorkersProps): readonly unknown[] {
  return tasksOf(workers).map((task) => [
    at(task, 'Cpu'),
    at(task, 'Memory'),
    at(task, 'EphemeralStorage', 'SizeInGiB'),
  ]);
}

function tasksOf(workers: WorkersProps): readonly unknown[] {
  return ofType(templateOf({ workers }), 'AWS::ECS::TaskDefinition').map(
    ([, { Properties: task }]) => task,
  );
}
