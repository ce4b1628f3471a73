import * as z from "zod";

/** Fields used throughout the format. Every message says what to write instead. */

export const Key = z
  .string({ error: "must be text" })
  .regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/, "may have only lowercase letters, digits, '-' and '_', at most 63")
  .describe("Identifies the thing across imports, so it must not change. Visitors read `name`.");

/** 'group/type': a type of the same event. */
export const TypeKey = z
  .string()
  .regex(/^[a-z0-9_-]+\/[a-z0-9_-]+$/, "must be a type, as 'group/type'")
  .describe("A ticket type of the same event, as 'group/type'.");

/** 'event/group': a ticket group of an event. */
export const GroupKey = z
  .string()
  .regex(/^[a-z0-9_-]+\/[a-z0-9_-]+$/, "must be a ticket group, as 'event/group'")
  .describe("A ticket group of an event, as 'event/group'.");

export const text = (maxLength: number) =>
  z.string({ error: "must be text" }).min(1, "is empty").max(maxLength, `is longer than ${maxLength} characters`);

export const HtmlField = text(40_000).describe("HTML. Scripts and anything deceptive are removed.");

export const Amount = z
  .union([z.number(), z.string()], { error: "must be an amount, like 12.50" })
  .transform(String)
  .refine((amount) => /^\d{1,12}(?:\.\d{1,3})?$/.test(amount), "must be an amount, like 12.50")
  .describe("Money in the seller's currency, like 12.50.");

export const Percent = z
  .union([z.number(), z.string()], { error: "must be a percentage, like 2.5" })
  .transform(String)
  .refine(
    (percent) => /^\d{1,2}(?:\.\d{1,2})?$/.test(percent),
    "must be a percentage below 100 with at most two decimals, like 2.5",
  );

/** Percent of the price without tax. */
const TaxRate = z
  .union([z.number(), z.string()], { error: "must be a rate in percent, like 6.9" })
  .transform(String)
  .refine(
    (rate) => /^(?:100|\d{1,2}(?:\.\d{1,3})?)$/.test(rate),
    "must be a rate in percent from 0 to 100 with at most three decimals, like 6.9",
  )
  .describe("Percent of the price without tax, with at most three decimals: 20 means 20% of it.");

const maxTaxName = 20;
export const TypeTax = z
  .strictObject({
    name: text(maxTaxName)
      .regex(/^[^\p{Cc}]+$/u, "must be one line of text")
      .refine((name) => name.trim() !== "", "is empty")
      .describe("What the tax is called: VAT, GST."),
    rate: TaxRate,
  })
  .describe("The tax that the price and the fees include. It counts before the rates of the seller's invoices.");

export const Count = z.int({ error: "must be a whole number" }).min(0, "must not be negative").max(10_000_000);
export const CapacityField = z
  .int({ error: "must be a whole number" })
  .min(-1, "must be -1 for no limit, or 0 or more")
  .max(10_000_000)
  .describe("Places; -1 is no limit.");
export const Minutes = z
  .int({ error: "must be a whole number of minutes" })
  .min(1)
  .max(60 * 24 * 31);

export const Time = z
  .string({ error: 'is a time of day in quotes, like "09:30"' })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'is a time of day, like "09:30"')
  .describe('A time of day by the venue\'s clocks, like "09:30".');
/** A time of day as an end: "24:00" is the end of the day. */
export const EndTime = z
  .string({ error: 'is a time of day in quotes, like "17:00"' })
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'is a time of day, like "17:00"; "24:00" is the end of the day');

const dayAnchor = String.raw`(?:\d{4}-\d\d-\d\d|today|month(?:[+-]\d{1,3})?|next (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:first|second|third|fourth|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day of month(?:[+-]\d{1,3})?)`;
const dayOffset = String.raw`(?:[+-]\d{1,4}[dwmy])?`;
export const DateField = z
  .string({ error: "must be a day, like 2027-03-01 or today+14d" })
  .regex(
    new RegExp(`^${dayAnchor}${dayOffset}$`),
    "must be a day, like 2027-03-01, today+14d, next saturday, month+1 or 'second friday of month+1'",
  )
  .describe(
    "A day in the venue's zone: 2027-03-01, or counted from the day of the import: today+14d, next saturday+1w, month+1 (its first day), second friday of month+1.",
  );

export const Moment = z
  .string({ error: "must be a day and a time, like '2027-03-01 09:00'" })
  .regex(
    new RegExp(`^${dayAnchor}${dayOffset} (?:[01]\\d|2[0-3]):[0-5]\\d$`),
    "must be a day and a time, like '2027-03-01 09:00' or 'month-1 09:00'",
  )
  .describe("A day as above and a time, by the venue's clocks.");

export const weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
export const Weekday = z.enum(weekdayNames, { error: "must be one of mon, tue, wed, thu, fri, sat, sun" });
export const Weekdays = z
  .union([z.enum(["daily", "weekdays", "weekends"]), z.array(Weekday).min(1)], {
    error: "must be daily, weekdays, weekends or a list like [tue, sat]",
  })
  .describe("Days of the week: daily, weekdays (Monday to Friday), weekends, or a list.");

export const TimeZone = z
  .string({ error: "must be a time zone, like Europe/London" })
  .refine(isTimeZone, "is not a time zone; write one like Europe/London")
  .describe("An IANA time zone, like Europe/London.");

function isTimeZone(name: string): boolean {
  try {
    // Temporal accepts offsets such as +02:00 as time zones, but they have no daylight saving time.
    return /^[A-Z]/.test(name) && Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name));
  } catch {
    return false;
  }
}
