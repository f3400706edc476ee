import { isTestFile } from '../verdict/test-files.ts';

/** Folders of tests: helpers and data in them decide what tests demand. Also read by probes in other languages. */
const testFolders = String.raw`(?:^|/)(?:tests?|__tests__|__mocks__|__snapshots__)/`;

/** As `isTestFile`, for probes in other languages. */
const testNames = String.raw`(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.pyi?$|\.(?:test|spec|cy)\.[cm]?[jt]sx?$`;

export const testSidePattern = `${testFolders}|${testNames}`;

const inTestFolder = new RegExp(testFolders);

/** Whether a file is on the side of the tests, rather than of what they judge. */
export function isTestSide(path: string): boolean {
  return isTestFile(path) || inTestFolder.test(path);
}
