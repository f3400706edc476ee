const msOfDay = 86_400_000;

/** A time in UTC, for people: 2027-01-15 08:00:05. */
export function moment(ms: number): string {
  const { year, month, day } = civil(Math.floor(ms / msOfDay));
  const inDay = Math.floor((ms % msOfDay) / 1000);
  const parts = [Math.floor(inDay / 3600), Math.floor(inDay / 60) % 60, inDay % 60];
  return `${year}-${two(month)}-${two(day)} ${parts.map(two).join(':')}`;
}

/** A span of time, as briefly as its length allows: 0.4 s, 12 s, 3 min 05 s, 2 h 07 min. */
export function span(ms: number): string {
  const whole = Math.round(Math.max(0, ms) / 1000);
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor(whole / 60) % 60)} min`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Days since 1970 as a date of the Gregorian calendar (H. Hinnant, chrono-compatible date algorithms). */
function civil(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: year + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
