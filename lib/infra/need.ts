import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';

/**
 * What a function is told of and may use, both in one: so no name is set without its permission, and
 * nothing is permitted that the function does not know.
 */
export interface Need {
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatementProps[];
}
