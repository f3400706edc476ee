import { at, ofType, type StackTemplate } from '../stack-template.ts';
import { type Instance, startInstance } from './function-instance.ts';
import type { Stack } from './resources.ts';

/** A function of the stack, as whoever invokes it knows it. */
export interface CloudFunction {
  readonly name: string;
  readonly arn: string;
  invoke(event: unknown): Promise<unknown>;
}

export interface Functions {
  /** By the name of its folder, or by its ARN. */
  find(name: string): CloudFunction;
  /** Ends a process of a function without a word, by the name that it was given. */
  readonly kill: (instance: string) => void;
  stop(): Promise<void>;
}

export interface FunctionsOptions {
  readonly stack: Stack;
  readonly stackName: string;
  readonly template: StackTemplate;
  readonly bundleOf: (properties: unknown) => string;
  /** What Lambda adds to the environment of each function. */
  readonly env: Readonly<Record<string, string>>;
  readonly hear: (line: string) => void;
}

/** Processes of one function that may be busy at once. */
const mostInstances = 2;

/** All functions of a template, as real processes that are started when they are needed. */
export async function createFunctions(options: FunctionsOptions): Promise<Functions> {
  const all = await Promise.all(
    ofType(options.template, 'AWS::Lambda::Function').map(([id]) => createFunction(options, id)),
  );
  return {
    find: (name) => {
      const found = all.find((one) => one.name === name || one.arn === name);
      if (found === undefined) throw new Error(`There is no function ${name}`);
      return found;
    },
    kill: (instance) => {
      for (const { instances } of all) void instances.get(instance)?.kill();
    },
    stop: async () => {
      const running = all.flatMap(({ instances }) => [...instances.values()]);
      await Promise.all(running.map((instance) => instance.kill()));
    },
  };
}

interface Running extends CloudFunction {
  readonly instances: ReadonlyMap<string, Instance>;
}

async function createFunction(options: FunctionsOptions, id: string): Promise<Running> {
  const { stack, stackName, bundleOf, env, hear } = options;
  const properties = await stack.properties(id);
  const name = String(properties['FunctionName']).slice(stackName.length + 1);
  const variables = Object.entries(Object(at(properties, 'Environment', 'Variables')));
  const told = Object.fromEntries(variables.map(([key, value]) => [key, String(value)]));
  const arn = (await stack.made(id)).attributes?.['Arn'] ?? '';
  const instances = new Map<string, Instance>();
  let started = 0;
  const start = (): Instance => {
    started += 1;
    const own = `${name}-${started}`;
    // The name stands in each request of its clients to AWS.
    const given = { ...env, ...told, AWS_LAMBDA_FUNCTION_NAME: name, AWS_SDK_UA_APP_ID: own };
    const instance = startInstance({ bundle: bundleOf(properties), arn, env: given, hear });
    instances.set(own, instance);
    return instance;
  };
  const take = createPool(start);
  return { name, arn, instances, invoke: (event) => take((instance) => instance.invoke(event)) };
}

/** Lends out instances, each to one at a time; who finds none waits. */
function createPool(start: () => Instance) {
  const idle: Instance[] = [];
  const waiting: (() => void)[] = [];
  let places = mostInstances;
  const enter = async (): Promise<void> => {
    if (places > 0) places -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) places += 1;
    else next();
  };
  return async <Result>(use: (instance: Instance) => Promise<Result>): Promise<Result> => {
    await enter();
    const instance = idle.pop() ?? start();
    try {
      return await use(instance);
    } finally {
      if (!instance.isOver) idle.push(instance);
      leave();
    }
  };
}
