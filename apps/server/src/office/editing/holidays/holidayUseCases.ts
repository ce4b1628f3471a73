import {
  holidayYearsAhead,
  type listPublicHolidays,
  type readHolidayPlaces,
} from "@foyer/contract/office/catalogue/holidays.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { countriesOfLanguages } from "@foyer/rules/values/countries.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { countryOfZone, holidayCountries, holidaysOf } from "./holidayCalendar.ts";

const languageOf = (locale: string): string => new Intl.Locale(locale).language;

/** The current year in the seller's time zone, and the years after it. */
const yearsOf = ({ now, seller }: StaffContext): readonly number[] => {
  const year = Number(todayAt(now, seller.timezone).slice(0, 4));
  return Array.from({ length: holidayYearsAhead + 1 }, (_, index) => year + index);
};

export const readPlaces = async (
  ctx: StaffContext,
  { timezone }: StaffReceived<typeof readHolidayPlaces>,
): Promise<StaffReply<typeof readHolidayPlaces>> => {
  const { locale, timezone: ownZone } = ctx.seller;
  const countries = await holidayCountries(languageOf(locale));
  const ofLocale = countriesOfLanguages([locale]).find((country) => countries.some(({ code }) => code === country));
  const suggested = (await countryOfZone(timezone ?? ownZone)) ?? ofLocale ?? null;
  return {
    countries: countries.map(({ code, regions }) => ({ code, regions: [...regions] })),
    suggested,
    years: [...yearsOf(ctx)],
    locale,
  };
};

export const listHolidays = async (
  ctx: StaffContext,
  { country, region, year }: StaffReceived<typeof listPublicHolidays>,
): Promise<StaffReply<typeof listPublicHolidays>> => {
  if (!yearsOf(ctx).includes(year)) throw unknown("year");
  const holidays = await holidaysOf({ country, region, year, language: languageOf(ctx.seller.locale) });
  if (!holidays) throw unknown(region === undefined ? "country" : "region");
  return { holidays: [...holidays] };
};

const descriptions = {
  country: "No public holidays are known for this country.",
  region: "No public holidays are known for this region.",
  year: "Public holidays are listed for this year and the next two.",
} as const;
const unknown = (field: keyof typeof descriptions): Refused =>
  new Refused({
    code: "validation_failed",
    context: "staff",
    description: descriptions[field],
    extra: { fields: [field] },
  });
