import * as z from "zod/mini";
import { Day } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** Public holidays of countries, which the editor offers as closed days. Nothing of them is kept but the days. */

/** Holidays are listed for this year and so many after it, by the clock of the seller. */
export const holidayYearsAhead = 2;

const Year = z.pipe(
  z.string().check(z.regex(/^2\d{3}$/)),
  z.transform((text) => Number(text)),
);

/** Days off: by law for everybody (`public`), or of banks and offices, often for half a day (`bank`). */
export const PublicHoliday = z.object({
  /** By the country's calendar, both included. */
  from: Day,
  until: Day,
  /** In the language of the seller where it is known, otherwise in one of the country. */
  name: z.string(),
  kind: z.enum(["public", "bank"]),
});
export type PublicHoliday = z.infer<typeof PublicHoliday>;

export const readHolidayPlaces = staffEndpoint({
  name: "readHolidayPlaces",
  method: "GET",
  path: "/catalogue/holidays/places",
  summary: "Read the countries and regions whose public holidays are known",
  can: "catalogue.edit",
  audits: null,
  query: z.strictObject({
    /** Of the venue; the seller's own where it is left out. */
    timezone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  reply: z.object({
    countries: z.array(
      z.object({
        /** ISO 3166-1: 'NZ'. */
        code: z.string(),
        /** With holidays of their own; none where a country has one list. */
        regions: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
    /** The country of the time zone, or of the seller's locale; null where neither is known. */
    suggested: z.nullable(z.string()),
    years: z.array(z.int()),
    /** In which the seller's days are written. */
    locale: z.string(),
  }),
});

export const listPublicHolidays = staffEndpoint({
  name: "listPublicHolidays",
  method: "GET",
  path: "/catalogue/holidays",
  summary: "List the public holidays of a country or region in a year",
  can: "catalogue.edit",
  audits: null,
  query: z.strictObject({
    country: z.string().check(z.regex(/^[A-Z]{2}$/)),
    region: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{1,16}$/))),
    year: Year,
  }),
  /** By their first day; holidays of the same days are one. */
  reply: z.object({ holidays: z.array(PublicHoliday) }),
});
