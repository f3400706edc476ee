import type { Rejection, RejectionCode } from './rejection.ts';

/** Why a changeset is not published, beyond what is refused of any diff. */
export type ChangesetCode =
  | 'OTHER_RUN'
  | 'OTHER_PARENTS'
  | 'OTHER_DATE'
  | 'MESSAGE_REFUSED'
  | 'PATH_TWICE'
  | 'NOTHING_TO_DELETE'
  | 'CONTENT_MISSING'
  | 'CONTENT_DIFFERS'
  | 'TOO_LARGE'
  | 'SETTINGS_BROKEN'
  | 'OSCILLATION'
  | 'NO_RIGHT_TO_WORKFLOWS'
  | 'EVIDENCE_MISSING'
  | 'EVIDENCE_OF_OTHER'
  | 'EVIDENCE_WORSE'
  | 'EVIDENCE_CONTRADICTED'
  | 'EXPECTATIONS_CHANGED';

export interface ChangesetRejection extends Omit<Rejection, 'code'> {
  readonly code: RejectionCode | ChangesetCode;
}

export function rejectChangeset(code: ChangesetCode, sentence: string): ChangesetRejection {
  return { code, sentence };
}
