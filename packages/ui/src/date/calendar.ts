/** Calendar arithmetic on days ('2026-11-21') and months ('2026-11'), without clock or time zone. */

/** 0 is Sunday. */
export function weekdayIndex(day: string): number {
  const [year, month, date] = dateParts(day);
  const shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
  const y = month < 3 ? year - 1 : year;
  return (y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + (shifts[month - 1] ?? 0) + date) % 7;
}

export function daysInMonth(month: string): number {
  const [year, number] = dateParts(`${month}-01`);
  if (number === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(number) ? 30 : 31;
}

export const monthOf = (day: string): string => day.slice(0, 7);

export const dayOf = (month: string, date: number): string => `${month}-${String(date).padStart(2, "0")}`;

export function monthAfter(month: string, by: number): string {
  const [year, number] = dateParts(`${month}-01`);
  const count = year * 12 + number - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** The day a number of days later, for at most a few weeks. */
export function dayAfter(day: string, by: number): string {
  const month = monthOf(day);
  const date = dateParts(day)[2] + by;
  if (date < 1) return dayAfter(dayOf(monthAfter(month, -1), daysInMonth(monthAfter(month, -1))), date);
  if (date > daysInMonth(month)) return dayAfter(dayOf(monthAfter(month, 1), 1), date - daysInMonth(month) - 1);
  return dayOf(month, date);
}

/** The same date in another month, or that month's last day. */
export function sameDateIn(month: string, day: string): string {
  return dayOf(month, Math.min(dateParts(day)[2], daysInMonth(month)));
}

function dateParts(day: string): [number, number, number] {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return [year, month, date];
}
