import { join } from 'node:path';
import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  PolicyStatement,
  Role,
  ServicePrincipal,
  type PolicyStatementProps,
} from 'aws-cdk-lib/aws-iam';
import { ApplicationLogLevel, Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import {
  type BundlingOptions,
  LogLevel,
  NodejsFunction,
  OutputFormat,
} from 'aws-cdk-lib/aws-lambda-nodejs';
import { type ILogGroup, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { repositoryRoot } from './repository-root.ts';

/** What all functions of a stack share. */
export interface FunctionDefaults {
  readonly environment: Readonly<Record<string, string>>;
  readonly logRetention: RetentionDays;
  /** Whether lines of level debug are logged. */
  readonly debug: boolean;
}

export interface RatchetrFunctionProps {
  /** The folder of `lambdas` that it runs; the function is named after the stack and this. */
  readonly name: string;
  /** What it does, as the console shows it. */
  readonly description: string;
  /** In MiB; the share of a processor grows with it. */
  readonly memory: number;
  readonly timeout: Duration;
  readonly needs: readonly Need[];
  readonly defaults: FunctionDefaults;
}

/** One of our functions: its role, its log and its environment are its own and hold what it needs. */
export class RatchetrFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, props: RatchetrFunctionProps) {
    const { name, defaults, needs } = props;
    const logGroup = createLogGroup(scope, id, props);
    super(scope, id, {
      functionName: `${Stack.of(scope).stackName}-${name}`,
      description: props.description,
      entry: join(repositoryRoot, 'lambdas', name, 'handler.ts'),
      depsLockFilePath: join(repositoryRoot, 'package-lock.json'),
      projectRoot: repositoryRoot,
      bundling,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memory,
      timeout: props.timeout,
      role: createRole(scope, id, { needs, logGroup }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Never higher, for metrics pass through the log as well; what else is left out, the function leaves out.
      applicationLogLevelV2: defaults.debug ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      environment: functionEnvironment(defaults, needs),
      // Sets a variable that only version 2 of the SDK reads.
      awsSdkConnectionReuse: false,
    });
  }
}

const bundling: BundlingOptions = {
  format: OutputFormat.ESM,
  target: 'node24',
  mainFields: ['module', 'main'],
  logLevel: LogLevel.WARNING,
  minify: true,
  sourceMap: true,
  // Places in a stack trace are enough: the texts would double the maps.
  sourcesContent: false,
  // The SDK of the runtime changes under us; ours is pinned, and smaller for what it leaves out.
  bundleAwsSDK: true,
  // Packages in the older format require what Node has built in, and a module has no `require`.
  banner:
    "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);",
};

function createLogGroup(
  scope: Construct,
  id: string,
  { name, defaults }: Pick<RatchetrFunctionProps, 'name' | 'defaults'>,
): LogGroup {
  return new LogGroup(scope, `${id}Log`, {
    logGroupName: `/ratchetr/${Stack.of(scope).stackName}/${name}`,
    retention: defaults.logRetention,
    // Logs are not data: what must be remembered stands in the table.
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

function createRole(
  scope: Construct,
  id: string,
  { needs, logGroup }: { readonly needs: readonly Need[]; readonly logGroup: ILogGroup },
): Role {
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logGroup.grantWrite(role);
  for (const statement of needs.flatMap((need) => need.statements)) {
    role.addToPolicy(new PolicyStatement(statement));
  }
  return role;
}

function functionEnvironment(
  defaults: FunctionDefaults,
  needs: readonly Need[],
): Record<string, string> {
  return Object.fromEntries(
    [
      { NODE_OPTIONS: '--enable-source-maps' },
      defaults.environment,
      ...needs.map((need) => need.environment),
    ].flatMap((names) => Object.entries(names)),
  );
}

/**
 * What a function is told of and may use, both in one: so no name is set without its permission, and
 * nothing is permitted that the function does not know.
 */
export interface Need {
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatementProps[];
}
