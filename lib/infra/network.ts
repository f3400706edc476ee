import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  GatewayVpcEndpointAwsService,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  type SubnetConfiguration,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { GivenNetwork, NetworkProps } from './stack-props.ts';

interface Props {
  readonly network: NetworkProps;
  readonly logRetention: RetentionDays;
}

/** Where workers run. They call out by HTTPS and accept no connections. */
export class Network extends Construct {
  readonly vpc: IVpc;
  readonly subnetIds: readonly string[];
  /** Whether workers have public addresses; without one they need another way out. */
  readonly publicAddress: boolean;
  readonly securityGroup: SecurityGroup;

  constructor(scope: Construct, id: string, { network, logRetention }: Props) {
    super(scope, id);
    const isPrivate = network.private ?? false;
    this.publicAddress = !isPrivate;
    const { vpcId, subnetIds } = network.given ?? this.createVpc(isPrivate, logRetention);
    this.subnetIds = subnetIds;
    // Nothing asks where it lies, since tasks are run in subnets by name; but the library wants an answer.
    this.vpc = Vpc.fromVpcAttributes(this, 'Ref', { vpcId, availabilityZones: ['any'] });
    this.securityGroup = this.createSecurityGroup(network.egressPorts ?? [443]);
  }

  private createVpc(isPrivate: boolean, retention: RetentionDays): GivenNetwork {
    const vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      // A gateway costs as much in a month as all the rest of an idle stack, several times over.
      natGateways: isPrivate ? 1 : 0,
      subnetConfiguration: isPrivate ? [publicSubnets, privateSubnets] : [publicSubnets],
      gatewayEndpoints: {
        S3: { service: GatewayVpcEndpointAwsService.S3 },
        DynamoDB: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
      // Would need a function of the library with rights over networks; nothing of ours uses that group.
      restrictDefaultSecurityGroup: false,
    });
    const logGroup = new LogGroup(this, 'FlowLog', {
      logGroupName: `/ratchetr/${Stack.of(this).stackName}/network`,
      retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Only these logs show which hosts hostile code talked to.
    vpc.addFlowLog('Flows', { destination: FlowLogDestination.toCloudWatchLogs(logGroup) });
    const subnetType = isPrivate ? SubnetType.PRIVATE_WITH_EGRESS : SubnetType.PUBLIC;
    return { vpcId: vpc.vpcId, subnetIds: vpc.selectSubnets({ subnetType }).subnetIds };
  }

  private createSecurityGroup(egressPorts: readonly number[]): SecurityGroup {
    const group = new SecurityGroup(this, 'Workers', {
      vpc: this.vpc,
      description: 'Workers call out and are never called',
      allowAllOutbound: false,
    });
    for (const port of egressPorts) group.addEgressRule(Peer.anyIpv4(), Port.tcp(port));
    return group;
  }
}

const publicSubnets: SubnetConfiguration = {
  name: 'public',
  subnetType: SubnetType.PUBLIC,
  // Tasks ask for an address of their own.
  mapPublicIpOnLaunch: false,
};

const privateSubnets: SubnetConfiguration = {
  name: 'private',
  subnetType: SubnetType.PRIVATE_WITH_EGRESS,
};
