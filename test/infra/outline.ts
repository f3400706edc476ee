import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { StackTemplate } from '../support/stack-template.ts';

/** A line for each resource, with a digest of all that it says, and below it who may do what. */
export function outlineOf({ Resources: resources, ...rest }: StackTemplate): string {
  const others = Object.entries(rest).map(([section, all]) => `${section} ${digestOf(all)}`);
  const lines = Object.entries(resources).flatMap(([id, resource]) => [
    `${resource.Type} ${id} ${digestOf(resource)}`,
    ...statementsIn(resource.Properties).map((statement) => `  ${shownStatement(statement)}`),
  ]);
  return [...others, ...lines].map((line) => `${line}\n`).join('');
}

// Digests of code change with every line of it.
const codeDigest = /[0-9a-f]{64}/g;

function digestOf(value: unknown): string {
  const text = JSON.stringify(value).replaceAll(codeDigest, 'CODE');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

const policy = z.object({ Statement: z.array(z.record(z.string(), z.unknown())) });
type Statement = z.infer<typeof policy>['Statement'][number];

/** The statements of all policies in a value, however deep they lie. */
function statementsIn(value: unknown): readonly Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  const read = policy.safeParse(value);
  if (read.success) return read.data.Statement;
  return Object.values(value).flatMap(statementsIn);
}

function shownStatement({ Effect: effect, ...said }: Statement): string {
  const parts = ['Principal', 'Action', 'NotAction', 'Resource', 'Condition'].flatMap((key) =>
    said[key] === undefined ? [] : `${key}: ${shown(said[key])}`,
  );
  return `${String(effect)} ${parts.join('; ')}`;
}

/** As short as it can be read: what a function of CloudFormation refers to, in place of the function. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, of] = [], ...more] = Object.entries(value);
  if (more.length === 0 && name === 'Ref') return shown(of);
  if (more.length === 0 && name === 'Fn::GetAtt' && Array.isArray(of)) return of.join('.');
  if (more.length === 0 && name === 'Fn::Join' && Array.isArray(of)) {
    const [by, parts] = z.tuple([z.string(), z.array(z.unknown())]).parse(of);
    return parts.map(shown).join(by);
  }
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${shown(inner)}`)
    .join(' ');
}
