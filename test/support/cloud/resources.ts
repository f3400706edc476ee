import { randomBytes } from 'node:crypto';
import { type CreateTableCommandInput, CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { CreateQueueCommand, GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { CreateClusterCommand } from '@aws-sdk/client-ecs';
import * as z from 'zod';
import { accountId as account, motoAccount } from '../moto.ts';
import { at, type Resource, type StackTemplate } from '../stack-template.ts';
import type { Clients } from './clients.ts';
import { type Made, resolved, type Surroundings } from './intrinsics.ts';
import { makeGroup, makeSubnet, makeVpc } from './network.ts';
import { registerTask } from './task-definitions.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Makes one resource of its type from its properties, in which no function of CloudFormation is left. */
export type Make = (clients: Clients, properties: Properties, id: string) => Promise<Made>;

export interface Stack extends Surroundings {
  /** The properties of a resource as CloudFormation would hand them over. */
  properties(id: string): Promise<Properties>;
}

export interface StackOptions {
  readonly template: StackTemplate;
  readonly stackName: string;
  /** What the test stands in for, by type. */
  readonly doubles: Readonly<Record<string, Make>>;
}

/** Makes resources of a template where the clients lead, each once and with what it refers to. */
export function createStack(clients: Clients, options: StackOptions): Stack {
  const { template, doubles } = options;
  const making = new Map<string, Promise<Made>>();
  const makers: Readonly<Record<string, Make>> = { ...usualMakers, ...doubles };
  const around: Surroundings = {
    parameters: {
      'AWS::AccountId': account,
      'AWS::Partition': 'aws',
      'AWS::Region': motoAccount.region,
      'AWS::StackName': options.stackName,
      'AWS::URLSuffix': 'amazonaws.com',
    },
    made: (id) => {
      const known = making.get(id) ?? make(id);
      making.set(id, known);
      return known;
    },
  };
  const properties = async (id: string): Promise<Properties> =>
    propertiesSchema.parse(await resolved(around, resourceOf(template, id).Properties));
  const make = async (id: string): Promise<Made> => {
    const { Type } = resourceOf(template, id);
    const maker = makers[Type];
    if (maker === undefined) {
      throw new Error(`The emulated cloud makes no ${Type} (${id}): teach it in resources.ts.`);
    }
    return maker(clients, await properties(id), id);
  };
  return { ...around, properties };
}

const propertiesSchema = z.record(z.string(), z.unknown());

function resourceOf(template: StackTemplate, id: string): Resource {
  const resource = template.Resources[id];
  if (resource !== undefined) return resource;
  throw new Error(`The template has no resource ${id}.`);
}

const usualMakers: Readonly<Record<string, Make>> = {
  'AWS::DynamoDB::Table': makeTable,
  'AWS::S3::Bucket': makeBucket,
  'AWS::SQS::Queue': makeQueue,
  'AWS::SecretsManager::Secret': makeSecret,
  'AWS::ECS::Cluster': makeCluster,
  'AWS::ECS::TaskDefinition': registerTask,
  'AWS::EC2::VPC': makeVpc,
  'AWS::EC2::Subnet': makeSubnet,
  'AWS::EC2::SecurityGroup': makeGroup,
  // Nobody asks whether it is allowed here, and what is logged is read where it is said.
  'AWS::IAM::Role': async (_, __, id) => ({
    ref: id,
    attributes: { Arn: `arn:aws:iam::${account}:role/${id}` },
  }),
  'AWS::Logs::LogGroup': async (_, __, id) => ({ ref: id }),
  'AWS::Lambda::Function': async (_, { FunctionName: name }) => ({
    ref: String(name),
    attributes: {
      Arn: `arn:aws:lambda:${motoAccount.region}:${account}:function:${String(name)}`,
    },
  }),
};

/** Properties that CloudFormation sets by calls of their own. */
const laterProperties = new Set(['PointInTimeRecoverySpecification', 'TimeToLiveSpecification']);

async function makeTable({ dynamo }: Clients, properties: Properties, id: string): Promise<Made> {
  const own = Object.entries(properties).filter(([name]) => !laterProperties.has(name));
  const input = z
    .custom<CreateTableCommandInput>()
    .parse({ TableName: id, ...Object.fromEntries(own) });
  const { TableDescription: table } = await dynamo.send(new CreateTableCommand(input));
  return { ref: table?.TableName ?? id, attributes: { Arn: table?.TableArn ?? '' } };
}

async function makeBucket({ objects }: Clients, _: Properties, id: string): Promise<Made> {
  const bucket = id.toLowerCase();
  await objects.send(new CreateBucketCommand({ Bucket: bucket }));
  return { ref: bucket, attributes: { Arn: `arn:aws:s3:::${bucket}` } };
}

async function makeQueue({ queues }: Clients, given: Properties): Promise<Made> {
  const { QueueName: name, Tags: _, ...attributes } = given;
  const texts = Object.entries(attributes).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const create = { QueueName: String(name), Attributes: Object.fromEntries(texts) };
  const { QueueUrl: url = '' } = await queues.send(new CreateQueueCommand(create));
  const ask = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] });
  const { Attributes: found } = await queues.send(ask);
  return { ref: url, attributes: { Arn: found?.['QueueArn'] ?? '', QueueName: String(name) } };
}

/** A value is made up where the template says how; otherwise there is none until somebody writes it. */
async function makeSecret({ secrets }: Clients, properties: Properties, id: string): Promise<Made> {
  const rule = properties['GenerateSecretString'];
  const value = rule !== undefined && { SecretString: madeUp(rule) };
  const { ARN: arn = '' } = await secrets.send(new CreateSecretCommand({ Name: id, ...value }));
  return { ref: arn };
}

function madeUp(rule: unknown): string {
  const text = randomBytes(32).toString('hex');
  const key = at(rule, 'GenerateStringKey');
  if (typeof key !== 'string') return text;
  const template: unknown = JSON.parse(String(at(rule, 'SecretStringTemplate')));
  return JSON.stringify({ ...Object(template), [key]: text });
}

async function makeCluster({ tasks }: Clients, { ClusterName: name }: Properties): Promise<Made> {
  const { cluster } = await tasks.send(new CreateClusterCommand({ clusterName: String(name) }));
  return { ref: String(name), attributes: { Arn: cluster?.clusterArn ?? '' } };
}
