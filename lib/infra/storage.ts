import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { environmentNames } from '#config/env-names.ts';
import type { Need } from './ratchetr-function.ts';

export interface StorageProps {
  /** Data goes with the stack. */
  readonly ephemeral: boolean;
}

/** What outlives a run: one table for the state, one bucket for artifacts. */
export class Storage extends Construct {
  readonly table: Table;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { ephemeral }: StorageProps) {
    super(scope, id);
    this.table = this.createTable(ephemeral);
    this.bucket = this.createBucket(ephemeral);
  }

  get useTable(): Need {
    return this.tableNeed([...readActions, 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
  }

  get readTable(): Need {
    return this.tableNeed(readActions);
  }

  /** Many items at once: the tasks of a run, the accounts of a budget. */
  get readTogether(): Need {
    return this.tableNeed(['dynamodb:BatchGetItem']);
  }

  /** Nothing is ever removed but what says that a place for a worker is taken. */
  get freePlaces(): Need {
    return this.tableNeed(['dynamodb:DeleteItem']);
  }

  get useArtifacts(): Need {
    return this.bucketNeed(['s3:GetObject', 's3:PutObject']);
  }

  get readArtifacts(): Need {
    return this.bucketNeed(['s3:GetObject']);
  }

  private tableNeed(actions: readonly string[]): Need {
    const { tableArn } = this.table;
    const indexArns = indexes.map(({ indexName }) => `${tableArn}/index/${indexName}`);
    return {
      environment: { [environmentNames.table]: this.table.tableName },
      statements: [{ actions: [...actions], resources: [tableArn, ...indexArns] }],
    };
  }

  private bucketNeed(actions: readonly string[]): Need {
    return {
      environment: { [environmentNames.bucket]: this.bucket.bucketName },
      statements: [
        { actions: [...actions], resources: [this.bucket.arnForObjects('*')] },
        // Without it S3 answers "forbidden" where there is nothing.
        { actions: ['s3:ListBucket'], resources: [this.bucket.bucketArn] },
      ],
    };
  }

  // The older of the two kinds of table: its properties are those of CreateTable, word for word.
  private createTable(ephemeral: boolean): Table {
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: !ephemeral,
      removalPolicy: removalPolicy(ephemeral),
    });
    for (const index of indexes) table.addGlobalSecondaryIndex(index);
    return table;
  }

  private createBucket(ephemeral: boolean): Bucket {
    return new Bucket(this, 'Artifacts', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [
        { expiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: removalPolicy(ephemeral),
      autoDeleteObjects: ephemeral,
    });
  }
}

const readActions = ['dynamodb:GetItem', 'dynamodb:Query'];

const indexes = [
  {
    indexName: 'due',
    partitionKey: { name: 'duePk', type: AttributeType.STRING },
    sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
    projectionType: ProjectionType.KEYS_ONLY,
  },
  {
    indexName: 'claimable',
    partitionKey: { name: 'claimPk', type: AttributeType.STRING },
    sortKey: { name: 'claimSk', type: AttributeType.STRING },
    projectionType: ProjectionType.INCLUDE,
    nonKeyAttributes: ['attemptNo', 'notBefore'],
  },
  {
    indexName: 'repository',
    partitionKey: { name: 'repositoryPk', type: AttributeType.STRING },
    sortKey: { name: 'number', type: AttributeType.NUMBER },
    projectionType: ProjectionType.INCLUDE,
    nonKeyAttributes: ['headSha', 'baseRef', 'archivedAt'],
  },
];

function removalPolicy(ephemeral: boolean): RemovalPolicy {
  return ephemeral ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;
}
