import {
  RegisterTaskDefinitionCommand,
  type RegisterTaskDefinitionCommandInput,
} from '@aws-sdk/client-ecs';
import * as z from 'zod';
import type { Make } from './resources.ts';

const definition = z.looseObject({ containerDefinitions: z.array(z.looseObject({})) });

export const registerTask: Make = async ({ tasks }, properties) => {
  const { containerDefinitions, ...whole } = definition.parse(inCamelCase(properties));
  const input = z.custom<RegisterTaskDefinitionCommandInput>().parse({
    ...whole,
    // moto runs no task whose containers name no memory of their own.
    containerDefinitions: containerDefinitions.map((one) => ({ memory: 256, ...one })),
  });
  const { taskDefinition } = await tasks.send(new RegisterTaskDefinitionCommand(input));
  return { ref: taskDefinition?.taskDefinitionArn ?? '' };
};

/** CloudFormation and the API of ECS have the same names but for the size of their first letter. */
function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.charAt(0).toLowerCase() + key.slice(1),
      inCamelCase(inner),
    ]),
  );
}
