import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";

export const roleNames: Readonly<Record<StaffRole, string>> = {
  owner: "Owner",
  manager: "Manager",
  box_office: "Box office",
  scanner: "Scanner",
  finance: "Finance",
  reporter: "Reporter",
};

/** What each role allows, in a few words. */
export const roleHints: Readonly<Record<StaffRole, string>> = {
  owner: "Everything, including staff and keys",
  manager: "Catalogue, orders, staff with lower roles",
  box_office: "Orders, members, check-in",
  scanner: "Check-in at the gate",
  finance: "Money, refunds, reports",
  reporter: "Reports without names",
};

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The time zone's name is shown with times if it is not the reader's own. */
const namedUnlessOwn = (timezone: string) => (timezone !== ownZone ? ({ timeZoneName: "short" } as const) : {});

/** A moment in the venue's time zone, which is named if the reader's differs. */
export const formatMoment = (instant: string, timezone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timezone,
    ...namedUnlessOwn(timezone),
  }).format(new Date(instant));

type Start = { readonly start_datetime: string; readonly timezone: string };

/**
 * A visit in the venue's time zone: 'Sat, 12 Jun 2027, 10:00', with the zone if it differs; a full-day visit has no time.
 */
export const formatVisit = ({ start_datetime, all_day, timezone }: Start & { readonly all_day: boolean }): string =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    ...(!all_day && { hour: "2-digit", minute: "2-digit", ...namedUnlessOwn(timezone) }),
    timeZone: timezone,
  }).format(new Date(start_datetime));

/** The day of a moment, given in milliseconds, in the venue's time zone: '2027-06-12'. */
export const dayAt = (moment: number, timezone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(moment);

/** The current day in the venue's time zone: '2027-06-12'. */
export const todayOf = (timezone: string): string => dayAt(Date.now(), timezone);

/** The day of a visit in the venue's time zone: '2027-06-12'. */
export const dayOfVisit = ({ start_datetime, timezone }: Start): string => dayAt(Date.parse(start_datetime), timezone);

/** The time of a moment in the venue's time zone, which is named if the reader's differs: '10:00'. */
export const formatClock = (instant: string, timezone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timezone,
    ...namedUnlessOwn(timezone),
  }).format(new Date(instant));

/** The same with its seconds: '10:42:10'. */
export const formatClockSeconds = (instant: string, timezone: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZone: timezone,
    ...namedUnlessOwn(timezone),
  }).format(new Date(instant));

/** The start of a session in a list for one day: '10:00', with the zone if it differs, or 'All day'. */
export const formatStart = ({ start_datetime, all_day, timezone }: Start & { readonly all_day: boolean }): string =>
  all_day ? "All day" : formatClock(start_datetime, timezone);

/** An amount in the form of the API, formatted in its currency with the currency's decimals. */
export const formatMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .format(Number(amount))
    .replace("-", "−");

const units = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;

/** '3 hours ago'; 'just now' within the first minute. */
export const formatAgo = (instant: string): string => {
  const seconds = (Date.now() - Date.parse(instant)) / 1000;
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [];
  if (size === undefined || unit === undefined) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
};

/** Whether a moment is over. */
export const isInThePast = (instant: string): boolean => Date.parse(instant) < Date.now();

/** A rate in percent: '6.9%'. */
export const formatRate = (percent: number): string =>
  new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 3 }).format(percent / 100);

/** The tax included in a price, as a receipt says it: 'Includes VAT (6.9%)'. */
export const taxLabel = ({ name, percent }: { readonly name: string; readonly percent: number }): string =>
  `Includes ${name} (${formatRate(percent)})`;

/** '14:05', in the device's time zone. */
export const formatTimeHere = (instant: string): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(new Date(instant));

/** The day of a moment in the venue's time zone: '12 Jun 2027'. */
export const formatDayOfMoment = (instant: string, timezone: string): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: timezone }).format(
    new Date(instant),
  );

/** The same for the last day before an end. */
export const formatLastDay = (end: string, timezone: string): string =>
  formatDayOfMoment(new Date(Date.parse(end) - 1).toISOString(), timezone);

/** The word for a number: 'is' for one, 'are' for any other. */
export const plural = (number: number, one: string, many = `${one}s`): string => (number === 1 ? one : many);

/** A number with its word: '1 order', '1,200 orders', '3 people'. */
export const count = (number: number, one: string, many?: string): string =>
  `${number.toLocaleString("en-GB")} ${plural(number, one, many)}`;
