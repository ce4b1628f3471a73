import * as z from "zod/mini";
import { Day } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** Public holidays of countries, which the editor offers as closed days. Only the chosen days are stored. */

/** Holidays are listed for the current year, in the seller's time zone, and this many years after it. */
export const holidayYearsAhead = 2;

const Year = z.pipe(
  z.string().check(z.regex(/^2\d{3}$/)),
  z.transform((text) => Number(text)),
);

/** `public`: a day off for everybody by law. `bank`: a day off for banks and offices, often a half day. */
export const PublicHoliday = z.object({
  /** Days of the country's calendar, both included. */
  from: Day,
  until: Day,
  /** In the seller's language if available, otherwise in a language of the country. */
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
    /** The venue's time zone; defaults to the seller's. */
    timezone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  }),
  reply: z.object({
    countries: z.array(
      z.object({
        /** ISO 3166-1: 'NZ'. */
        code: z.string(),
        /** Regions with holidays of their own; empty if the whole country has the same list. */
        regions: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
    /** The country of the time zone, or else of the seller's locale; null if neither is known. */
    suggested: z.nullable(z.string()),
    years: z.array(z.int()),
    /** The locale in which the seller's dates are written. */
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
  /** Ordered by first day. Holidays on the same days are merged into one. */
  reply: z.object({ holidays: z.array(PublicHoliday) }),
});
