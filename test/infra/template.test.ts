import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { templateOf } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

describe('the template', () => {
  // A change of this file is a change of somebody's account: read it, then accept it by `npx vitest run -u`.
  it('is the one that was reviewed last', async () => {
    const text = JSON.stringify(templateOf(), undefined, 2);
    // Digests of code change with every line of it.
    const masked = text.replaceAll(/[0-9a-f]{64}/g, 'DIGEST');
    await expect(`${masked}\n`).toMatchFileSnapshot('../fixtures/infra/template.json');
  });
});
