import type { ContainerImage } from 'aws-cdk-lib/aws-ecs';

/** What an organisation may choose. Everything has a default. */
export interface RatchetrStackProps {
  /** Tells several stacks of one account apart, in names and in metrics. */
  readonly stage?: string | undefined;
  /** For trials: data goes when the stack goes. */
  readonly ephemeral?: boolean | undefined;
  readonly network?: NetworkProps | undefined;
  readonly workers?: WorkersProps | undefined;
  /** Where the API of a GitHub Enterprise Server answers. */
  readonly githubApiUrl?: string | undefined;
  /** Settings for all repositories: names of the environment as docs/configuration.md tells them. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  readonly logLevel?: LogLevel | undefined;
  /** For how long logs are kept: one of the numbers that CloudWatch knows. */
  readonly logDays?: number | undefined;
  /** The address that gets alarms; more can subscribe to the topic later. */
  readonly alarmEmail?: string | undefined;
  /** Agents that cost more dollars than this in a day raise an alarm. */
  readonly alarmDailyUsd?: number | undefined;
  /** Images of one's own in place of those that containers/Dockerfile makes. */
  readonly images?: Some<WorkerImages> | undefined;
  /** What containers/Dockerfile builds on, in place of what it names. */
  readonly baseImage?: string | undefined;
  /** Workers that repair have a Chromium, for plans with steps in a browser. */
  readonly chromium?: boolean | undefined;
}

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface NetworkProps {
  /** Workers have no public addresses; in a network of ours that costs a NAT gateway. */
  readonly private?: boolean | undefined;
  /** A network of one's own, which must lead to the internet. */
  readonly given?: GivenNetwork | undefined;
  /** Where workers may call out to, by TCP. Default: 443. */
  readonly egressPorts?: readonly number[] | undefined;
}

export interface GivenNetwork {
  readonly vpcId: string;
  readonly subnetIds: readonly string[];
}

export interface WorkersProps {
  /** So many at once. */
  readonly most?: number | undefined;
  /** Cheaper, and a session may be lost when AWS wants its machine back. */
  readonly spot?: boolean | undefined;
  readonly engine?: Some<WorkerSize> | undefined;
  readonly agent?: Some<WorkerSize> | undefined;
  /** Of each worker, in GiB. */
  readonly disk?: number | undefined;
}

/** One of the sizes that Fargate sells. */
export interface WorkerSize {
  /** In units of which a processor has 1024. */
  readonly cpu: number;
  /** In MiB. */
  readonly memory: number;
}

export interface WorkerImages {
  readonly engine: ContainerImage;
  readonly agent: ContainerImage;
  readonly gateway: ContainerImage;
}

/** Any of these; what is absent or undefined has its default. */
export type Some<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] | undefined };
