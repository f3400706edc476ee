import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import * as z from 'zod';

/** One thing that a request or an answer has against GitHub's description. */
export interface Complaint {
  /** Names of fields from the outermost, joined by slashes; empty for the whole. */
  readonly field: string;
  readonly code: 'missing_field' | 'invalid';
  readonly message: string;
}

/** A request of one operation, such as `POST /repos/{owner}/{repo}/check-runs`. */
export interface DescribedRequest {
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

const schema = z.record(z.string(), z.unknown());
const operation = z.object({
  docs: z.string().optional(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      schema: z.object({ type: z.string().optional(), enum: z.array(z.unknown()).optional() }),
    }),
  ),
  body: z.object({ required: z.boolean(), schema }).optional(),
  responses: z.record(z.string(), z.object({ schema: schema.optional() })),
});
const extract = z.object({
  source: z.string(),
  operations: z.record(z.string(), operation),
  schemas: z.record(z.string(), schema),
});

/** What GitHub's own description says of the operations that are served here. */
export const described = extract.parse(
  JSON.parse(readFileSync(new URL('operations.json', import.meta.url), 'utf8')),
);

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  validateFormats: false,
  // Each process compiles anew what it sees a few times, so quick compiling matters more than quick checking.
  inlineRefs: false,
  code: { optimize: false },
});
ajv.addSchema({ $id: 'github', ...described });
const compiled = new Map<string, ValidateFunction>();

/** What GitHub would refuse of a request before it looks at what it means. */
export function checkRequest({
  operation: name,
  query,
  body,
}: DescribedRequest): readonly Complaint[] {
  const found = described.operations[name];
  if (found === undefined) return [];
  const wrong = found.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => parameterComplaints(parameter, query.get(parameter.name)));
  if (found.body === undefined) return wrong;
  if (body === undefined) return found.body.required ? [missing('body'), ...wrong] : wrong;
  return [...wrong, ...complaintsOf(body, `/operations/${pointer(name)}/body/schema`)];
}

/** How an answer differs from what GitHub describes; formats of texts are not looked at. */
export function checkResponse(
  name: string,
  answer: { readonly status: number; readonly body: unknown },
): readonly Complaint[] {
  const status = String(answer.status);
  const found = described.operations[name]?.responses[status];
  if (found === undefined) {
    // Not every operation lists what any of them may answer.
    const usual = answer.status >= 400 || answer.status === 304;
    return usual || described.operations[name] === undefined
      ? []
      : [invalid('status', `${name} never answers ${status}`)];
  }
  if (found.schema === undefined) return [];
  return complaintsOf(answer.body, `/operations/${pointer(name)}/responses/${status}/schema`);
}

function complaintsOf(value: unknown, place: string): readonly Complaint[] {
  const validate = compiled.get(place) ?? ajv.compile({ $ref: `github#${place}` });
  compiled.set(place, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => complaintOf(error));
}

function complaintOf(error: ErrorObject): Complaint {
  const place = error.instancePath.slice(1);
  const lacks: unknown = error.params['missingProperty'];
  if (typeof lacks !== 'string') return invalid(place, error.message ?? 'is not valid');
  return missing(place === '' ? lacks : `${place}/${lacks}`);
}

function parameterComplaints(
  { name, required, schema: type }: z.infer<typeof operation>['parameters'][number],
  value: string | null,
): readonly Complaint[] {
  if (value === null) return required ? [missing(name)] : [];
  if (type.type === 'integer' && !/^-?\d+$/.test(value)) return [invalid(name, 'is no integer')];
  const allowed = type.enum ?? [value];
  return allowed.includes(value) ? [] : [invalid(name, `is none of ${allowed.join(', ')}`)];
}

function missing(field: string): Complaint {
  return { field, code: 'missing_field', message: `${field} wasn't supplied` };
}

function invalid(field: string, message: string): Complaint {
  return { field, code: 'invalid', message };
}

/** A name as one step of a JSON pointer inside an address. */
function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
