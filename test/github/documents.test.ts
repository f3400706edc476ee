import { schema as published } from '@octokit/graphql-schema';
import { NoDeprecatedCustomRule, buildSchema, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as documents from '#github/documents.ts';

const schema = buildSchema(published.idl, { assumeValid: true });

const { pullRequestsById, pullRequestsByNumber, ...written } = documents;

const all: Readonly<Record<string, string>> = {
  ...written,
  lightById: pullRequestsById('Light'),
  fullById: pullRequestsById('Full'),
  lightByNumber: pullRequestsByNumber('Light', [1]),
  fullByNumber: pullRequestsByNumber('Full', [1, 7, 4_096]),
};

describe('the documents', () => {
  it.each(Object.entries(all))('%s is valid and asks for nothing deprecated', (_name, document) => {
    const rules = [...specifiedRules, NoDeprecatedCustomRule];
    expect(validate(schema, parse(document), rules).map(({ message }) => message)).toEqual([]);
  });
});
