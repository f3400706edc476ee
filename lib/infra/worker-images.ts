import { join } from 'node:path';
import { IgnoreMode } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { repositoryRoot } from './repository-root.ts';
import type { RatchetrStackProps, WorkerImages } from './stack-props.ts';

/** The images of workers: those that were given, and for the rest the targets of our own Dockerfile. */
export function workerImages(props: RatchetrStackProps): WorkerImages {
  const { images, baseImage, chromium = false } = props;
  // Without a base of their own they are built on what the Dockerfile names.
  const base = baseImage === undefined ? {} : { BASE: baseImage };
  const argumentsOf = (target: keyof WorkerImages): Record<string, string> =>
    target === 'agent' && chromium ? { ...base, WITH_CHROMIUM: '1' } : base;
  const built = (target: keyof WorkerImages) =>
    images?.[target] ??
    ContainerImage.fromAsset(repositoryRoot, {
      file: join('containers', 'Dockerfile'),
      target,
      platform: Platform.LINUX_ARM64,
      buildArgs: argumentsOf(target),
      // What a build reads, and no more: else every test and page would make new images.
      exclude: ['*', ...buildContext.map((path) => `!${path}`), 'lib/infra'],
      ignoreMode: IgnoreMode.DOCKER,
    });
  return { engine: built('engine'), agent: built('agent'), gateway: built('gateway') };
}

const buildContext = ['containers', 'lib', 'package.json', 'package-lock.json'];
