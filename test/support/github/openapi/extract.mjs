import { readFile, writeFile } from 'node:fs/promises';
import { routes } from '../rest/routes.ts';

// Run as: node test/support/github/openapi/extract.mjs FOLDER_OF_THE_PACKAGE_@octokit/openapi
const [, , folder] = process.argv;
if (folder === undefined) {
  throw new Error(
    'Name the unpacked folder of the package @octokit/openapi, which is too large to install',
  );
}
const description = JSON.parse(await readFile(`${folder}/generated/api.github.com.json`, 'utf8'));
const { version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
const COMPONENT = '#/components/schemas/';
const KEYWORDS = [
  ['type', keep],
  ['enum', keep],
  ['required', keep],
  ['pattern', keep],
  ['minLength', keep],
  ['maxLength', keep],
  ['minItems', keep],
  ['maxItems', keep],
  ['minimum', keep],
  ['maximum', keep],
  ['items', toSchema],
  ['not', toSchema],
  ['additionalProperties', (value) => (typeof value === 'boolean' ? value : toSchema(value))],
  ['properties', (value) => mapValues(value, toSchema)],
  ['allOf', (value) => value.map(toSchema)],
  ['anyOf', (value) => value.map(toSchema)],
  ['oneOf', (value) => value.map(toSchema)],
];
// Described as an account that is a user and an enterprise at once, which none can be.
const installations = description.paths['/app/installations'].get.responses[200];
const items = { $ref: `${COMPONENT}installation` };
installations.content['application/json'].schema = { type: 'array', items };

const operations = {};
for (const { method, path, undocumented } of routes) {
  if (undocumented !== true) operations[`${method} ${path}`] = toOperation(method, path);
}
const schemas = componentsOf(operations);
const extract = { source: `@octokit/openapi ${version}`, operations, schemas };
await writeFile(new URL('operations.json', import.meta.url), `${JSON.stringify(extract)}\n`);

function toOperation(method, path) {
  const operation = description.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`GitHub has no operation ${method} ${path}`);
  const json = operation.requestBody?.content['application/json']?.schema;
  return {
    docs: operation.externalDocs?.url,
    parameters: (operation.parameters ?? []).map((given) => toParameter(resolve(given))),
    ...(json && {
      body: { required: operation.requestBody.required === true, schema: toSchema(json) },
    }),
    responses: mapValues(operation.responses, (given) => {
      const schema = resolve(given).content?.['application/json']?.schema;
      return schema === undefined ? {} : { schema: toSchema(schema) };
    }),
  };
}

function toParameter({ name, in: place, required, schema }) {
  return { name, in: place, required: required === true, schema: toSchema(schema) };
}

/** Says what OpenAPI 3.0 says in the words of JSON Schema, without the prose. */
function toSchema(given) {
  if (given.$ref !== undefined) return { $ref: given.$ref.replace(COMPONENT, '#/schemas/') };
  const schema = {};
  for (const [keyword, convert] of KEYWORDS) {
    if (given[keyword] !== undefined) schema[keyword] = convert(given[keyword]);
  }
  return given.nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function keep(value) {
  return value;
}

function componentsOf(root) {
  const found = {};
  const queue = [root];
  while (queue.length > 0) {
    for (const [, name] of JSON.stringify(queue.pop()).matchAll(/"#\/schemas\/([^"]+)"/g)) {
      if (found[name] !== undefined) continue;
      found[name] = toSchema(description.components.schemas[name]);
      queue.push(found[name]);
    }
  }
  return found;
}

function resolve(given) {
  if (given.$ref === undefined) return given;
  return given.$ref
    .split('/')
    .slice(1)
    .reduce((place, key) => place[key], description);
}

function mapValues(object, convert) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, convert(value)]));
}
