export interface TimeAxis {
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
  { left, width }: { readonly left: number; readonly width: number },
): TimeAxis {
  const length = Math.max(1, to - from);
  const place = (ms: number): number => {
    const share = Math.min(1, Math.max(0, (ms - from) / length));
    return Math.round((left + share * width) * 10) / 10;
  };
  const seconds = length / 1_000;
  const step = steps.find((one) => seconds / one <= mostMarks) ?? seconds / mostMarks;
  const marks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, at) => ({
    x: place(from + at * step * 1_000),
    label: labelOf(at * step),
  }));
  return { place, marks };
}

function labelOf(seconds: number): string {
  const whole = Math.round(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, '0')}`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}
