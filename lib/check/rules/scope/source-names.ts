import type { ConfigChoice, EnginePlan } from '#model/engine-plan.ts';

type Source = EnginePlan['scopeSource'] | ConfigChoice['source'];

/** The sources as people call them. */
export const sourceNames: Readonly<Record<Source, string>> = {
  'command-line': 'command line',
  environment: 'environment',
  config: 'config file',
  project: 'as the project runs it',
  default: 'default',
  discovery: 'the tool itself',
};
