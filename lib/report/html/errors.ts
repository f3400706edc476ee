import type { EngineError } from '#model/engine-error.ts';
import { commandLine } from '../command-line.ts';
import { html } from './text.ts';

/** What happened, what was run, and the end of what it said. */
export function errorCards(errors: readonly EngineError[]): string {
  return errors.map(errorCard).join('');
}

function errorCard(error: EngineError): string {
  const { engine, mode, reason, message, argv, exitCode, signal, stderrExcerpt } = error;
  const end = [
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(signal === null ? [] : [html(signal)]),
  ].join(', ');
  return [
    `<article class="failure"><h3>${html(engine)} <small>${mode}</small> <span class="chip unsure">${reason}</span></h3>`,
    `<p>${html(message)}${end === '' ? '' : ` <small>${end}</small>`}</p>`,
    argv.length === 0 ? '' : `<pre class="command">${html(commandLine(argv))}</pre>`,
    stderrExcerpt.trim() === '' ? '' : `<pre>${html(stderrExcerpt)}</pre>`,
    '</article>',
  ].join('');
}
