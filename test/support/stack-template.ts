import { readFileSync } from 'node:fs';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import * as z from 'zod';
import type { RatchetrStackProps } from '../../lib/infra/stack-props.ts';
import { RatchetrStack } from '../../lib/infra/stack.ts';

const resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
});
export type Resource = z.infer<typeof resource>;

export const stackTemplate = z.looseObject({ Resources: z.record(z.string(), resource) });
export type StackTemplate = z.infer<typeof stackTemplate>;

const cdkSettings = z.object({ context: z.record(z.string(), z.unknown()) });

/** The flags of cdk.json, and nothing bundled: the code of functions is no part of the template. */
export function quickApp(props: AppProps = {}): App {
  const { context } = cdkSettings.parse(JSON.parse(readFileSync('cdk.json', 'utf8')));
  return new App({
    builtinCloudFormationValidation: false,
    context: { ...context, 'aws:cdk:bundling-stacks': [] },
    ...props,
  });
}

/** Images that exist, so that no folder has to be copied for them. */
export const plainImages = {
  engine: ContainerImage.fromRegistry('engine'),
  agent: ContainerImage.fromRegistry('agent'),
  gateway: ContainerImage.fromRegistry('gateway'),
};

/** What CloudFormation would be given for these props. */
export function templateOf(props: RatchetrStackProps = {}): StackTemplate {
  const stack = new RatchetrStack(quickApp(), { images: plainImages, ...props });
  return stackTemplate.parse(Template.fromStack(stack).toJSON());
}

/** The resources of one type, by their logical ids. */
export function ofType(
  template: StackTemplate,
  type: string,
): readonly (readonly [string, Resource])[] {
  return Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
}

/** What stands at a path of keys, or undefined where the path ends early. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}
