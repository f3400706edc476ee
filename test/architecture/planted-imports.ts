import { importing } from './planted-tree.ts';

/** One file in every place of the house, each importing only what it may. */
export const house: Readonly<Record<string, string>> = {
  'lib/domain/model/ids.ts': importing('zod'),
  'lib/domain/tasks/plan.ts': importing('../model/ids.ts', 'zod'),
  'lib/ports/clock.ts': "import type {} from '#domain/model/ids.ts';\nexport type {};\n",
  'lib/engines/contract.ts': importing('#domain/model/ids.ts', 'zod'),
  'lib/engines/ruff/plugin.ts': importing('../contract.ts', './parse.ts', '#domain/model/ids.ts'),
  'lib/engines/ruff/parse.ts': importing('zod'),
  'lib/engines/mypy/plugin.ts': importing('../contract.ts'),
  'lib/engines/mypy/reporter.mjs': "import 'node:fs';\n",
  'lib/engines/registry.ts': importing('./ruff/plugin.ts', './mypy/plugin.ts'),
  'lib/agents/contract.ts': importing('#domain/model/ids.ts'),
  'lib/agents/command/plugin.ts': importing('../contract.ts', 'zod'),
  'lib/agents/codex/plugin.ts': importing('../contract.ts', '#domain/model/ids.ts'),
  'lib/agents/registry.ts': importing('./command/plugin.ts', './codex/plugin.ts'),
  'lib/config/env-names.ts': importing(),
  'lib/config/load.ts': importing('#engines/registry.ts', '#agents/registry.ts', 'yaml', 'zod'),
  'lib/config/write-schemas.ts': importing('./load.ts', '#domain/model/ids.ts', 'node:fs'),
  'lib/steps/decide.ts': importing(
    '#domain/tasks/plan.ts',
    '#ports/clock.ts',
    '#engines/registry.ts',
    '#agents/registry.ts',
    '#config/load.ts',
  ),
  'lib/adapters/aws/store.ts': importing(
    '#domain/model/ids.ts',
    '#ports/clock.ts',
    '#config/load.ts',
    '@aws-sdk/client-s3',
    '@aws-lambda-powertools/logger',
    'node:fs/promises',
    './table.ts',
  ),
  'lib/adapters/aws/table.ts': importing('zod'),
  'lib/adapters/github/api.ts': importing('@octokit/core'),
  'lib/adapters/process/run.ts': importing('node:child_process', 'node:path'),
  'lib/adapters/sqlite/open.ts': importing('node:sqlite'),
  'lib/adapters/browser/open.ts': importing('playwright-core'),
  'lib/cli/main.ts': importing('#steps/decide.ts', '#adapters/sqlite/open.ts', 'commander'),
  'lib/cli/launch.mjs': "import 'node:child_process';\nawait import('./start.mjs');\n",
  'lib/cli/start.mjs': "import 'node:module';\nawait import('./main.ts');\n",
  'lib/cloud/open.ts': importing('#steps/decide.ts', '#adapters/aws/store.ts', 'node:buffer'),
  'lib/infra/app.ts': importing('aws-cdk-lib', 'constructs', 'cdk-nag', '#config/env-names.ts'),
  'lambdas/tick/handler.ts': importing('#steps/decide.ts', '#cloud/open.ts', './wire.ts'),
  'lambdas/tick/wire.ts': importing('#config/load.ts', 'node:crypto'),
  'lambdas/decide/handler.ts': importing('#ports/clock.ts', '#engines/registry.ts', 'zod'),
  'containers/agent/main.ts': importing(
    '#agents/registry.ts',
    '#adapters/process/run.ts',
    '#cli/main.ts',
  ),
  'containers/engine/main.ts': importing('#domain/model/ids.ts'),
  'bench/main.ts': importing('#steps/decide.ts', 'node:child_process'),
  'test/support/fake.ts': importing(),
};

export const packages: readonly string[] = [
  'zod',
  'yaml',
  'commander',
  'left-pad',
  '@aws-sdk/client-s3',
  '@aws-lambda-powertools/logger',
  '@octokit/core',
  'playwright-core',
  'aws-cdk-lib',
  'constructs',
  'cdk-nag',
];

/** A folder or a file, and imports that each, in a file of their own, break the rule and no other. */
type Plants = readonly (readonly [place: string, ...imports: string[]])[];

export const planted: Readonly<Record<string, Plants>> = {
  'domain: house': [
    ['lib/domain/tasks', '#ports/clock.ts', '#steps/decide.ts', '#config/env-names.ts'],
    ['lib/domain/model', "import type { A } from '#ports/clock.ts';"],
    ['lib/domain/model', "export * from '#ports/clock.ts';"],
    ['lib/domain/model', "export type { A } from '#ports/clock.ts';"],
    ['lib/domain/model', "export const a = async () => import('#ports/clock.ts');"],
  ],
  'ports: house': [['lib/ports', '#steps/decide.ts', '#engines/contract.ts']],
  'engines: house': [['lib/engines', '#ports/clock.ts', '#agents/contract.ts']],
  'engines/x: house': [
    ['lib/engines/ruff', '../mypy/plugin.ts', '../registry.ts', '#ports/clock.ts'],
    ['lib/engines/_template', '../ruff/parse.ts', '#agents/contract.ts', '#config/load.ts'],
  ],
  'engines/x/reporter.mjs: house': [
    ['lib/engines/mypy/reporter.mjs', './plugin.ts', '#domain/model/ids.ts'],
  ],
  'agents: house': [['lib/agents', '#config/load.ts', '#engines/contract.ts']],
  'agents/x: house': [['lib/agents/codex', '../command/plugin.ts', '../registry.ts']],
  'config: house': [['lib/config', '#ports/clock.ts', '#adapters/sqlite/open.ts']],
  'config/write-schemas.ts: house': [['lib/config/write-schemas.ts', '#ports/clock.ts']],
  'steps: house': [
    ['lib/steps', '#adapters/sqlite/open.ts', '../cli/main.ts', '../../test/support/fake.ts'],
  ],
  'adapters/x: house': [
    ['lib/adapters/aws', '../sqlite/open.ts', '#steps/decide.ts', '#engines/contract.ts'],
    ['lib/adapters/git', '../process/run.ts', '#agents/registry.ts'],
  ],
  'cli: house': [['lib/cli/commands', '../../infra/app.ts', '../../../bench/main.ts']],
  'cli/launch.mjs: house': [['lib/cli/launch.mjs', '#steps/decide.ts']],
  'cloud: house': [['lib/cloud/queue', '../../cli/main.ts', '../../../bench/main.ts']],
  'lambdas/x: house': [
    ['lambdas/tick', '../decide/handler.ts', '../../lib/infra/app.ts', '../../lib/cli/main.ts'],
  ],
  'containers/x: house': [
    [
      'containers/agent',
      '../engine/main.ts',
      '../../lambdas/tick/wire.ts',
      '../../lib/infra/app.ts',
    ],
  ],
  'infra: house': [['lib/infra', '#config/load.ts', '#domain/model/ids.ts', '#steps/decide.ts']],

  'domain: packages': [['lib/domain/tasks', 'node:path', 'fs', 'node:test', 'yaml', 'left-pad']],
  'ports: packages': [['lib/ports', 'zod', 'node:stream']],
  'engines: packages': [['lib/engines', 'node:fs', 'yaml']],
  'engines/x: packages': [['lib/engines/ruff', 'node:fs', 'left-pad']],
  'engines/x/reporter.mjs: packages': [['lib/engines/mypy/reporter.mjs', 'zod']],
  'agents: packages': [['lib/agents', 'node:os']],
  'agents/x: packages': [['lib/agents/codex', 'node:fs/promises']],
  'config: packages': [['lib/config', 'node:fs', 'node:fs/promises', 'commander']],
  'config/write-schemas.ts: packages': [['lib/config/write-schemas.ts', 'left-pad']],
  'steps: packages': [['lib/steps', 'node:crypto', 'yaml']],
  'adapters/x: packages': [['lib/adapters/aws', 'commander', 'left-pad']],
  'cli: packages': [['lib/cli/commands', 'left-pad']],
  'cli/launch.mjs: packages': [['lib/cli/launch.mjs', 'commander']],
  'cloud: packages': [['lib/cloud', 'commander']],
  'lambdas/x: packages': [['lambdas/tick', 'commander']],
  'containers/x: packages': [['containers/agent', 'left-pad']],
  'infra: packages': [['lib/infra', 'zod']],

  'only in adapters/aws: @aws-sdk/*': [
    ['lib/adapters/git', '@aws-sdk/client-s3'],
    ['lib/domain/tasks', '@aws-sdk/client-s3'],
    ['lib/infra', '@aws-sdk/client-s3'],
    ['lambdas/tick', '@aws-sdk/client-s3', "import type { A } from '@aws-sdk/client-s3';"],
  ],
  'only in adapters/aws: @aws-lambda-powertools/*': [
    ['lambdas/tick', '@aws-lambda-powertools/logger'],
  ],
  'only in adapters/github: @octokit/*': [
    ['lib/adapters/aws', '@octokit/core'],
    ['lib/steps', '@octokit/core'],
  ],
  'only in adapters/process, cli/launch.mjs: node:child_process': [
    ['lib/adapters/git', 'node:child_process', 'child_process'],
    ['lib/cli/commands', 'node:child_process'],
    ['containers/agent', 'node:child_process'],
  ],
  'only in adapters/sqlite: node:sqlite': [
    ['lib/adapters/process', 'node:sqlite'],
    ['lib/cli/commands', 'node:sqlite'],
  ],
  'only in adapters/browser: playwright-core': [
    ['lib/adapters/process', 'playwright-core'],
    ['lib/cli/commands', 'playwright-core'],
  ],
  'only in infra: aws-cdk-lib': [['lib/steps', 'aws-cdk-lib']],
  'only in infra: constructs': [['lib/adapters/aws', 'constructs']],
  'only in infra: cdk-nag': [['lambdas/tick', 'cdk-nag']],

  'no cycles': [['lib/domain/model/ids.ts', '../tasks/plan.ts']],
  'every import resolves': [
    ['lib/domain/tasks', '#domain/missing.ts', './missing.ts', 'missing-package'],
    ['bench', '../lib/steps/missing.ts'],
  ],
};
