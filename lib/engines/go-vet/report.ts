import * as z from 'zod';
import { type GoError, isGoSyntaxError, readGoErrors } from '#check/rules/outcome/go-lines.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const remark = z.object({ posn: z.string(), message: z.string() });
// An analyzer that breaks down on a package says so in place of its remarks.
const report = z.record(
  z.string(),
  z.record(z.string(), z.union([z.array(remark), z.object({ error: z.string() })])),
);

/** Reads `go vet -json`: a JSON object for each package, and lines about those that do not compile. */
export function parseGoVetReport({ stdout, stderr }: ToolOutput): EngineReport {
  const said = `${stdout}\n${stderr}`;
  const { objects, rest } = separateObjects(said);
  const errors = readGoErrors(rest).map(toBuildError);
  const readings = objects.map((text) => readJsonReport(text, report));
  const remarks = readings.flatMap((one) => (one.kind === 'read' ? listRemarks(one.data) : []));
  // A package is judged once more with its tests.
  const all = [...remarks, ...errors];
  const findings = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  const broken = readings.find((one) => one.kind === 'broken');
  if (broken !== undefined) {
    return { facts: { ...factsOfBroken(broken.state), findings: findings.length }, findings };
  }
  if (objects.length === 0 && findings.length === 0) {
    const state = said.trim() === '' ? 'empty' : 'unparseable';
    return { facts: factsOfBroken(state), findings };
  }
  return { facts: factsOfFindings(findings.length), findings };
}

/** Objects begin and end at the start of a line. */
function separateObjects(text: string): {
  readonly objects: readonly string[];
  readonly rest: string;
} {
  const objects: string[] = [];
  const rest: string[] = [];
  let open: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (open === undefined && !line.startsWith('{')) rest.push(line);
    else {
      (open ??= []).push(line);
      if (line.startsWith('}') || line === '{}') {
        objects.push(open.join('\n'));
        open = undefined;
      }
    }
  }
  return {
    objects: [...objects, ...(open === undefined ? [] : [open.join('\n')])],
    rest: rest.join('\n'),
  };
}

function listRemarks(data: z.infer<typeof report>): readonly RawFinding[] {
  return Object.values(data).flatMap((analyzers) =>
    Object.entries(analyzers).flatMap(([rule, remarks]) =>
      Array.isArray(remarks) ? remarks.map((one) => toFinding(rule, one)) : [],
    ),
  );
}

function toFinding(rule: string, { posn, message }: z.infer<typeof remark>): RawFinding {
  const [, path = '', line, column] = /^(.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/s.exec(posn) ?? [];
  const place = {
    path: path === '' ? null : path,
    line: Number(line) || null,
    column: Number(column) || null,
  };
  return { kind: 'lint', severity: 'high', rule, message, ...place };
}

function toBuildError(error: GoError): RawFinding {
  const kind = isGoSyntaxError(error) ? 'syntax_error' : 'type_error';
  return { kind, severity: 'blocker', rule: null, ...error };
}
