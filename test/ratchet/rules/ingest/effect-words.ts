import type { Concerned, IngestEffect } from '#ratchet/rules/ingest/effect.ts';

/** An effect in a few words, as the table of expected effects has it. */
export function effectWords(effect: IngestEffect): string {
  switch (effect.kind) {
    case 'due':
      return `due: ${concernedWords(effect.concerned)} (${effect.reason})`;
    case 'asked':
      return `asked: ${concernedWords(effect.concerned)} (${effect.login}: ${effect.text})`;
    case 'ignored':
      return `ignored: ${effect.reason}`;
  }
}

function concernedWords(concerned: Concerned): string {
  switch (concerned.kind) {
    case 'pull-request': {
      const { pullRequest, open } = concerned;
      return `${open ? 'open' : 'closed'} ${pullRequest.repositoryId}#${pullRequest.number}`;
    }
    case 'numbers':
      return `${concerned.repository.repositoryId}#${concerned.numbers.join(',')}`;
    case 'head':
      return `${concerned.repository.repositoryId} at ${concerned.sha.slice(0, 7)}`;
    case 'base':
      return `${concerned.repository.repositoryId} onto ${concerned.branch}`;
    case 'repositories':
      return `all of ${concerned.repositoryIds.join(', ')}`;
    case 'installation':
      return `all of installation ${concerned.installationId}`;
  }
}
