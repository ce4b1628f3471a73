import { setImmediate } from "node:timers/promises";
import type Holidays from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import type { PublicHoliday } from "@foyer/contract/office/catalogue/holidays.ts";
import { addDays } from "@foyer/rules/dates/localTime.ts";

/** The library and its data are some megabytes, which only who asks for holidays needs. */
const load = async (): Promise<typeof Holidays> => (await import("date-holidays")).default;

type Region = { readonly code: string; readonly name: string };
type Country = { readonly code: string; readonly regions: readonly Region[] };

/** Countries and their regions, with regions named in this language where the library can. */
export const holidayCountries = async (language: string): Promise<readonly Country[]> => {
  const holidays = new (await load())();
  return Object.keys(holidays.getCountries()).map((code) => ({ code, regions: regionsOf(holidays, code, language) }));
};

const regionsOf = (holidays: Holidays, country: string, language: string): readonly Region[] =>
  Object.entries(known(holidays.getStates(country, language)) ?? {}).map(([code, name]) => ({ code, name }));

/** The types of the library leave out that it answers undefined for what it does not know. */
const known = <T>(value: T): T | undefined => value;

let countriesByZone: Promise<ReadonlyMap<string, string>> | undefined;

/** The country of an IANA time zone; of several, the first by its code. */
export const countryOfZone = async (zone: string): Promise<string | undefined> => {
  countriesByZone ??= readZones();
  return (await countriesByZone).get(zone);
};

/** Takes a quarter of a second for all countries, and lets other requests go on between any two. */
const readZones = async (): Promise<ReadonlyMap<string, string>> => {
  const Calendar = await load();
  const found = new Map<string, string>();
  for (const code of Object.keys(new Calendar().getCountries())) {
    for (const zone of known(new Calendar(code).getTimezones()) ?? []) if (!found.has(zone)) found.set(zone, code);
    await setImmediate();
  }
  return found;
};

type Asked = {
  readonly country: string;
  readonly region?: string | undefined;
  readonly year: number;
  readonly language: string;
};

/** The holidays of a place in a year by their first day; undefined where the library does not know the place. */
export const holidaysOf = async ({
  country,
  region,
  year,
  language,
}: Asked): Promise<readonly PublicHoliday[] | undefined> => {
  const Calendar = await load();
  const all = new Calendar();
  if (!Object.hasOwn(all.getCountries(), country)) return undefined;
  if (region !== undefined && !regionsOf(all, country, language).some(({ code }) => code === region)) return undefined;
  const options = { types: ["bank", "public"] satisfies HolidaysTypes.HolidayType[] };
  const calendar = region === undefined ? new Calendar(country, options) : new Calendar(country, region, options);
  return mergeDays(calendar.getHolidays(year, language).flatMap(holidayOf));
};

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Some holidays begin at the sunset before or end at noon: whole days count from the day that the library names. A change of
 * the clocks takes an hour or two off a day.
 */
const holidayOf = ({ date, start, end, name, type }: HolidaysTypes.Holiday): readonly PublicHoliday[] => {
  if (type !== "public" && type !== "bank") return [];
  const from = date.slice(0, 10);
  const days = Math.floor((end.getTime() - start.getTime() + dayMs / 12) / dayMs);
  return [{ from, until: addDays(from, Math.max(0, days - 1)), name, kind: type }];
};

/** One entry for holidays of the same days, with both names. */
const mergeDays = (holidays: readonly PublicHoliday[]): readonly PublicHoliday[] => {
  const merged = new Map<string, PublicHoliday>();
  for (const holiday of holidays) {
    const days = `${holiday.from} ${holiday.until}`;
    const other = merged.get(days);
    const kind = other?.kind === "public" ? "public" : holiday.kind;
    const name = other && other.name !== holiday.name ? `${other.name}, ${holiday.name}` : holiday.name;
    merged.set(days, { ...holiday, name, kind });
  }
  return [...merged.values()].toSorted(
    (one, other) => one.from.localeCompare(other.from) || one.until.localeCompare(other.until),
  );
};
