import * as z from 'zod';
import { factsOfBroken, readJsonReport } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, ToolOutput } from '../contract.ts';
import { type RanTest, reportRanTests } from '../ran-tests.ts';
import { splitPrintedError, type ThrownError } from '../thrown-error.ts';

/** The name of the report that our reporter writes. */
export const nodeTestReport = 'report';

const test = z.object({
  names: z.array(z.string()).min(1),
  file: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  passed: z.boolean(),
  skipped: z.boolean(),
  suite: z.boolean(),
  failure: z.string().nullable(),
  error: z
    .object({
      name: z.string().nullable(),
      message: z.string(),
      cause: z.string().nullable(),
      stack: z.string().nullable(),
    })
    .nullable(),
});
const report = z.object({
  version: z.literal(1),
  tests: z.array(test),
  printed: z.array(z.object({ file: z.string().nullable(), text: z.string() })),
});
type Report = z.infer<typeof report>;

/** Reads what our reporter wrote. */
export function parseNodeTestReport({ reports, cwd }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(nodeTestReport), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { data } = reading;
  return reportRanTests(
    data.tests.flatMap((one) => toRanTest(one, data)),
    cwd,
  );
}

/** Whole files, and what only holds other tests, are told beside the tests themselves. */
function toRanTest(one: z.infer<typeof test>, { printed }: Report): readonly RanTest[] {
  const { names, file, line, column, passed, skipped, suite, failure, error } = one;
  if (isFile(one)) {
    if (passed) return [];
    const text = printed.find((each) => isSameFile(file, each.file))?.text ?? '';
    return [{ file, names: [], state: 'failed', errors: [fileError(text)] }];
  }
  const isSum = failure === 'subtestsFailed';
  if (suite && (passed || isSum)) return [];
  const place = { file, names, line, column };
  if (skipped) return [{ ...place, state: 'skipped', errors: [] }];
  if (passed) return [{ ...place, state: 'passed', errors: [] }];
  if (failure === 'cancelledByParent') return [{ ...place, state: 'lost', errors: [] }];
  return [
    {
      ...place,
      state: 'failed',
      errors: isSum || error === null ? [] : [{ ...error, frames: [] }],
    },
  ];
}

/** A file stands for itself where it has no test, or ended by itself; its name is its path. */
function isFile({ names, file }: z.infer<typeof test>): boolean {
  const [name = '', ...inner] = names;
  return (
    file !== null &&
    inner.length === 0 &&
    (name === file || file.endsWith(`/${name}`)) &&
    /\.[cm]?[jt]sx?$/.test(name)
  );
}

/** Of one of them Node may tell the path from its folder. */
function isSameFile(file: string | null, other: string | null): boolean {
  return file !== null && other !== null && (file === other || file.endsWith(`/${other}`));
}

/** What the file wrote when it ended: the error stands at the end, after the lines of the source. */
function fileError(text: string): ThrownError {
  const place = /^(?:file:\/\/)?(\/\S.*):(\d+)\n/m.exec(text);
  const start = text.search(/^\w*(?:Error|Exception)(?: \[\w+\])?: /m);
  const said =
    start < 0 ? text.trim() || 'The file ended before its tests did.' : text.slice(start);
  const error = splitPrintedError(said);
  const [, path, line] = place ?? [];
  if (path === undefined) return error;
  return { ...error, stack: `    at ${path}:${line}:1\n${error.stack ?? ''}` };
}
