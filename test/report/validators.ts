import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validateXML } from 'xmllint-wasm';
import * as z from 'zod';

const schemaObject = z.record(z.string(), z.unknown());
const fixtures = join(import.meta.dirname, '../fixtures/schemas');
const published = join(import.meta.dirname, '../../lib/config/schemas');

/** What the OASIS schema of SARIF 2.1.0 says against a text; empty: nothing. */
export async function sarifProblems(text: string): Promise<readonly string[]> {
  return problems(await sarif, text);
}

/** What our published schema says against a report in JSON. */
export async function reportProblems(text: string): Promise<readonly string[]> {
  return problems(await ours, text);
}

/** What the XSD of Jenkins says against JUnit XML; what is no XML at all is a problem too. */
export async function junitProblems(text: string): Promise<readonly string[]> {
  const schema = await readFile(join(fixtures, 'junit-10.xsd'), 'utf8');
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: text }],
    schema: [{ fileName: 'junit-10.xsd', contents: schema }],
    initialMemoryPages: 512,
    maxMemoryPages: 16_384,
  });
  return errors.map(({ message }) => message);
}

const uriFormats = {
  uri: (text: string) => URL.canParse(text) && uriSigns.test(text),
  'uri-reference': (text: string) => URL.canParse(text, 'file:///') && uriSigns.test(text),
  'date-time': (text: string) => z.iso.datetime().safeParse(text).success,
};

/** The characters of RFC 3986. */
const uriSigns = /^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;

const options = { allErrors: true, strict: false };

const sarif = compile(
  // A pattern of this schema is none by the stricter rules for Unicode.
  new Ajv({ ...options, unicodeRegExp: false, formats: uriFormats }),
  join(fixtures, 'sarif-schema-2.1.0.json'),
);
const ours = compile(new Ajv2020(options), join(published, 'check-report.schema.json'));

async function compile(ajv: Ajv | Ajv2020, path: string): Promise<ValidateFunction> {
  return ajv.compile(schemaObject.parse(JSON.parse(await readFile(path, 'utf8'))));
}

function problems(validate: ValidateFunction, text: string): readonly string[] {
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
