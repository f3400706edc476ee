import type { CheckReport } from '#model/check-report.ts';
import type { Summary } from './summary.ts';
import { countJudgingFiles } from './judging.ts';
import { counted } from '#base/words.ts';

export interface Conclusion {
  readonly mood: 'good' | 'bad' | 'unsure';
  /** A few words without an end mark. */
  readonly title: string;
  /** The same with the exit code. */
  readonly sentence: string;
}

/** Says in words what the exit code says. */
export function concludeCheck(report: CheckReport, summary: Summary): Conclusion {
  const { exit } = report;
  const title = conclusionTitle(report, summary);
  const mood = exit === 0 ? 'good' : exit === 1 ? 'bad' : 'unsure';
  return { mood, title, sentence: `${title}. Exit code ${exit}.` };
}

function conclusionTitle(report: CheckReport, summary: Summary): string {
  const { exit, engines, problems, judging } = report;
  const changed = countJudgingFiles(report);
  const { fresh, worse, errors, degraded, tolerated } = summary;
  const news = [
    ...(fresh.length > 0 ? [counted(fresh.length, 'new finding')] : []),
    ...(worse.length > 0 ? [`${counted(worse.length, 'number')} worse than before`] : []),
    ...(judging.standing === 'refused'
      ? [`${changed} with refused changes to how it is judged`]
      : []),
  ].join(' and ');
  const beside = news === '' ? '' : `; so far ${news}`;
  if (exit === 130) return `Interrupted, so the results are incomplete${beside}`;
  if (exit === 2) return `${mistakes(report)}${beside}`;
  if (exit === 3) return `${failures(errors, degraded)}${beside}`;
  if (exit === 1) return news === '' ? 'Something is worse than before' : sentenceCase(news);
  if (exit === 5) return `A person has to vouch for how it is judged: ${changed} changed`;
  if (exit === 4) return nothingJudged(engines);
  const told = changed === undefined ? '' : `; ${changed} changed how it is judged`;
  if (engines.length === 0) return `Nothing that an engine judges differs${told}`;
  const found = tolerated === 0 ? 'Nothing found' : `Nothing new, ${tolerated} tolerated`;
  const failed = failuresOfBase(engines);
  return `${found}${failed === '' ? '' : `; ${failed}`}${leftOutByBase(problems)}${told}`;
}

/** Why nothing is known of the code. */
export function nothingJudged(engines: CheckReport['engines']): string {
  const failed = failuresOfBase(engines);
  const why = failed === '' ? 'no engine has anything to do here' : failed;
  return `Nothing was judged: ${why}`;
}

/** What judged nothing must not look as if it had found nothing. */
function failuresOfBase(engines: CheckReport['engines']): string {
  const failed = engines.filter(
    ({ sameAtBase, outcome }) => sameAtBase !== undefined && outcome.error !== null,
  );
  const names = [...new Set(failed.map(({ outcome }) => outcome.plan.engine))];
  if (names.length === 0) return '';
  return `${names.join(', ')} ${names.length === 1 ? 'fails' : 'fail'} at the merge base too`;
}

function leftOutByBase(problems: CheckReport['problems']): string {
  const names = [...new Set(problems.map(({ engine }) => engine))];
  return names.length === 0
    ? ''
    : `; the configuration of the merge base leaves out ${names.join(', ')}`;
}

function mistakes({ problems: all, unreadable: [broken] }: CheckReport): string {
  const problems = all.filter(({ sameAtBase }) => sameAtBase !== true);
  if (problems.length === 0 && broken !== undefined) return `Not all is judged: ${broken}`;
  if (problems.length === 0) return 'A mistake in the configuration makes the results incomplete';
  const names = [...new Set(problems.map(({ engine }) => engine))];
  return `A mistake in the configuration leaves out ${names.join(', ')}`;
}

function failures(errors: Summary['errors'], degraded: readonly string[]): string {
  const failed = [...new Set(errors.map(({ engine }) => engine))];
  if (failed.length > 0) return `No reliable result from ${failed.join(', ')}`;
  if (degraded.length > 0) return `Not judged as configured by ${degraded.join(', ')}`;
  return 'An engine ended in a way that Ratchetr cannot explain';
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
