import { setImmediate } from "node:timers/promises";
import type Holidays from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import type { PublicHoliday } from "@foyer/contract/office/catalogue/holidays.ts";
import { addDays } from "@foyer/rules/dates/localTime.ts";

/** The library and its data are several megabytes, so they are loaded only when holidays are requested. */
const load = async (): Promise<typeof Holidays> => (await import("date-holidays")).default;

type Region = { readonly code: string; readonly name: string };
type Country = { readonly code: string; readonly regions: readonly Region[] };

/** Countries and their regions. Regions are named in this language if the library supports it. */
export const holidayCountries = async (language: string): Promise<readonly Country[]> => {
  const holidays = new (await load())();
  return Object.keys(holidays.getCountries()).map((code) => ({ code, regions: regionsOf(holidays, code, language) }));
};

const regionsOf = (holidays: Holidays, country: string, language: string): readonly Region[] =>
  Object.entries(known(holidays.getStates(country, language)) ?? {}).map(([code, name]) => ({ code, name }));

/** The library's types omit that it returns undefined for unknown values. */
const known = <T>(value: T): T | undefined => value;

let countriesByZone: Promise<ReadonlyMap<string, string>> | undefined;

/** The country of an IANA time zone. If several countries use it, the first one by country code. */
export const countryOfZone = async (zone: string): Promise<string | undefined> => {
  countriesByZone ??= readZones();
  return (await countriesByZone).get(zone);
};

/** Takes a quarter of a second for all countries, and yields to other requests after each one. */
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

/** The holidays of a place in a year, ordered by first day; undefined if the library does not know the place. */
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
 * Some holidays begin at sunset on the day before, or end at noon: they are counted in whole days from the date that the
 * library gives. A clock change shortens a day by an hour or two.
 */
const holidayOf = ({ date, start, end, name, type }: HolidaysTypes.Holiday): readonly PublicHoliday[] => {
  if (type !== "public" && type !== "bank") return [];
  const from = date.slice(0, 10);
  const days = Math.floor((end.getTime() - start.getTime() + dayMs / 12) / dayMs);
  return [{ from, until: addDays(from, Math.max(0, days - 1)), name, kind: type }];
};

/** Merges holidays on the same days into one entry with both names. */
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
