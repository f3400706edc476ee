import type { ReportedAttempt, ReportedTask, RunReport } from '#model/run-report.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { span } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import { html } from '../html/parts.ts';
import { attemptState } from './words.ts';

const width = 1_120;
const left = 270;
const right = 16;
const top = 44;
const row = 28;
const mostRows = 200;
const longestTitle = 35;

/** One bar for each attempt on the time of the run, a row for each task; lines where all engines ran. */
export function timeline(report: RunReport): string {
  const tried = report.tasks.filter(({ attempts }) => attempts.length > 0);
  if (tried.length === 0) return '';
  const shown = tried.toSorted((a, b) => firstStart(a) - firstStart(b)).slice(0, mostRows);
  const height = top + shown.length * row + 8;
  const { run, at } = report;
  const axis = timeAxis(
    { from: run.startedAt, to: run.finishedAt ?? at },
    { left, width: width - left - right },
  );
  const more = tried.length - shown.length;
  const rest = more > 0 ? `<p class="rest">and ${more} more tasks</p>` : '';
  return [
    `<div class="wide timeline"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Attempts over time">`,
    ...axis.marks.map(({ x, label }) => grid(x, label, height)),
    ...checkpoints(report, axis, height),
    ...shown.map((task, index) => timelineRow(task, { report, axis, y: top + index * row })),
    `</svg></div>${legend}${rest}`,
  ].join('');
}

const legend = [
  '<p class="legend"><span class="good">accepted</span><span class="bad">rejected</span>',
  '<span class="unsure">failed or cut off</span><span class="plain">running</span>',
  '<span class="checkpoint">all engines ran; the number counts the findings to repair</span></p>',
].join('');

function firstStart({ attempts }: ReportedTask): number {
  return attempts[0]?.startedAt ?? 0;
}

function grid(x: number, label: string, height: number): string {
  return `<line class="grid" x1="${x}" x2="${x}" y1="${top - 8}" y2="${height}"/><text class="tick" x="${x}" y="${top - 14}">${html(label)}</text>`;
}

function checkpoints({ summary }: RunReport, axis: TimeAxis, height: number): readonly string[] {
  return (summary?.checkpoints ?? []).map(({ stage, at, durationMs, toRepair }) => {
    const [from, to] = [axis.place(at - durationMs), axis.place(at)];
    const what = `${stage}: engines ran ${span(durationMs)}, ${toRepair} to repair`;
    return [
      `<g class="checkpoint"><title>${html(what)}</title>`,
      `<rect x="${from}" y="${top - 8}" width="${atLeast(to - from, 2)}" height="${height - top + 8}"/>`,
      `<line x1="${to}" x2="${to}" y1="${top - 8}" y2="${height}"/>`,
      `<text x="${to}" y="14">${toRepair}</text></g>`,
    ].join('');
  });
}

interface Place {
  readonly report: RunReport;
  readonly axis: TimeAxis;
  readonly y: number;
}

function timelineRow(task: ReportedTask, place: Place): string {
  const title = shortened(oneLine(task.title), longestTitle);
  const label = `<text class="name" x="8" y="${place.y + 18}">${html(title)}<title>${html(task.title)}</title></text>`;
  return label + task.attempts.map((attempt) => bar(attempt, place)).join('');
}

function bar(attempt: ReportedAttempt, { report, axis, y }: Place): string {
  const { attemptNo, agent, startedAt, cost } = attempt;
  const end = attempt.finishedAt ?? report.run.finishedAt ?? report.at;
  const [from, to] = [axis.place(startedAt), axis.place(end)];
  const { mood, word } = attemptState(attempt, report);
  const paid = cost === undefined ? '' : `, ${dollars(cost.usd)}`;
  const what = `Attempt ${attemptNo}, ${agent}: ${word}, ${span(end - startedAt)}${paid}`;
  const wide = atLeast(to - from, 3);
  const number =
    wide < 16 ? '' : `<text x="${round(from + wide / 2)}" y="${y + 18}">${attemptNo}</text>`;
  return `<g class="bar ${mood}"><title>${html(what)}</title><rect x="${from}" y="${y + 4}" width="${wide}" height="${row - 8}" rx="4"/>${number}</g>`;
}

function atLeast(size: number, least: number): number {
  return round(Math.max(least, size));
}

function round(size: number): number {
  return Math.round(size * 10) / 10;
}

interface TimeAxis {
  /** The place of a time, in units of the drawing. */
  readonly place: (ms: number) => number;
  /** Where a line helps to read it, with what stands there. */
  readonly marks: readonly { readonly x: number; readonly label: string }[];
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800];

const mostMarks = 12;

/** Spreads a span of time over a width; what lies outside is put at its ends. */
export function timeAxis(
  { from, to }: { readonly from: number; readonly to: number },
  drawn: { readonly left: number; readonly width: number },
): TimeAxis {
  const length = Math.max(1, to - from);
  const place = (ms: number): number => {
    const share = Math.min(1, Math.max(0, (ms - from) / length));
    return Math.round((drawn.left + share * drawn.width) * 10) / 10;
  };
  const seconds = length / 1_000;
  const step = steps.find((one) => seconds / one <= mostMarks) ?? seconds / mostMarks;
  const marks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, at) => ({
    x: place(from + at * step * 1_000),
    label: timeLabel(at * step),
  }));
  return { place, marks };
}

function timeLabel(seconds: number): string {
  const whole = Math.round(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, '0')}`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}
