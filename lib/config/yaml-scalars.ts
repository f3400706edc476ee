import type { Scalar } from 'yaml';

export interface ScalarFault {
  /** Completes "<path> is ...". */
  readonly wrong: string;
  readonly hint: string;
}

/** Plain values that readers of YAML understand differently, or that no setting can hold. */
export function findScalarFault(scalar: Scalar): ScalarFault | undefined {
  const source = scalar.source ?? '';
  if (typeof scalar.value !== 'number') return undefined;
  if (!Number.isFinite(scalar.value)) {
    return {
      wrong: `${source}, which is not a number to count with`,
      hint: 'write a finite number',
    };
  }
  if (/^[-+]?0[0-9]/.test(source)) {
    return {
      wrong: `${source}, which some read as octal`,
      hint: `write ${scalar.value}, or put it in quotes if it is text`,
    };
  }
  if (/^[-+]?0[xo]/i.test(source)) {
    return { wrong: `${source}, which is not decimal`, hint: `write ${scalar.value}` };
  }
  return findImprecision(scalar.value, source);
}

function findImprecision(value: number, source: string): ScalarFault | undefined {
  if (!/^[-+]?\d+$/.test(source) || Number.isSafeInteger(value)) return undefined;
  return {
    wrong: 'a whole number with more digits than are kept',
    hint: 'put it in quotes if it is text',
  };
}
