import type { Finding } from '#model/finding.ts';
import { type Rejection, rejectPath, shownText } from './rejection.ts';

/** A file that is judged more mildly where it was moved: unchanged, it would have lost these findings. */
export function rejectMilderPlace(
  finding: Pick<Finding, 'filePath' | 'message' | 'tool'>,
  path: string,
): Rejection {
  return rejectPath(
    'SCOPE_SHRUNK',
    path,
    (shown) =>
      `As it was, ${shownText(finding.filePath ?? '')} would not be found at fault by ${finding.tool} in ${shown} ("${shownText(finding.message)}"); leave it where it was judged, or repair the cause.`,
  );
}
