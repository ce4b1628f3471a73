import { maxMoveMinutes } from "@foyer/rules/schedule/expandSchedules.ts";
import * as z from "zod";
import { Amount, CapacityField, Count, DateField, EndTime, Key, Minutes, Time, TypeKey, Weekdays } from "./fields.ts";

/** A day, or a range of days, both ends included. 'MM-DD' recurs every year. */
const yearlyDay = z.string().regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/);
export const Days = z.union(
  [
    yearlyDay,
    DateField,
    z.strictObject({ from: z.union([yearlyDay, DateField]), until: z.union([yearlyDay, DateField]) }),
  ],
  { error: "must be a day (2027-03-01, today+3d, or 12-25 for every year) or { from, until }" },
);
export type Days = z.infer<typeof Days>;

const startFields = {
  at: z.array(Time).min(1).optional().describe("Starting times."),
  every: z
    .strictObject({ minutes: Minutes, from: Time, to: Time })
    .optional()
    .describe("Starting times in even steps; `to` is the latest start."),
};
const lengthFields = {
  minutes: Minutes.optional().describe("Duration in minutes."),
  ends: EndTime.optional().describe(
    "When it ends by the venue's clocks; the next day when that is not after the start.",
  ),
};
const moveField = {
  move_minutes: z
    .int()
    .min(-maxMoveMinutes)
    .max(maxMoveMinutes)
    .optional()
    .describe(
      "The whole session takes place so many minutes later; earlier where it is negative. It stays the same session.",
    ),
};
const clockFields = {
  when_skipped: z
    .enum(["move", "omit"])
    .optional()
    .describe("On a day whose clocks skip the start: `move` has it begin as much later, `omit` has no session."),
  when_repeated: z
    .enum(["first", "second"])
    .optional()
    .describe("On a day whose clocks show the start twice: which of the two."),
};
const capacityFields = { capacity: CapacityField.optional(), oversell_capacity: Count.optional() };

export const WeeklyPattern = z
  .strictObject({
    on: Weekdays,
    nth: z
      .array(z.int().min(-1).max(5))
      .min(1)
      .optional()
      .describe("Only the first, second … such weekday of a month; -1 is the last."),
    ...startFields,
    ...lengthFields,
    ...clockFields,
    ...capacityFields,
  })
  .describe("Sessions on some days of the week.");
export type WeeklyPattern = z.infer<typeof WeeklyPattern>;

export const SingleSession = z
  .strictObject({
    date: DateField,
    at: Time,
    ...lengthFields,
    ...moveField,
    ...clockFields,
    ...capacityFields,
    cancelled: z.boolean().optional().describe("Shown as cancelled, and not sold."),
    prices: z.record(TypeKey, Amount).optional().describe("Prices of this session alone."),
  })
  .describe("One session.");
export type SingleSession = z.infer<typeof SingleSession>;

export const ScheduleChange = z
  .strictObject({
    days: Days.optional(),
    on: Weekdays.optional(),
    nth: z.array(z.int().min(-1).max(5)).min(1).optional(),
    time: z
      .strictObject({ from: Time.optional(), until: EndTime.optional() })
      .optional()
      .describe("Starts from (included) until (not included)."),
    ...lengthFields,
    ...moveField,
    ...capacityFields,
    cancelled: z.boolean().optional(),
    prices: z.record(TypeKey, Amount).optional().describe("Prices of these sessions alone."),
  })
  .describe("Sessions of the schedule that differ; all conditions given must hold. The first matching change applies.");
export type ScheduleChange = z.infer<typeof ScheduleChange>;

export const Schedule = z
  .strictObject({
    from: DateField.describe("The first day."),
    until: DateField.describe("The last day."),
    weekly: z.array(WeeklyPattern).min(1),
    ...capacityFields,
    closed: z.array(Days).optional().describe("Days without any session of this schedule."),
    closed_with_venue: z
      .boolean()
      .optional()
      .describe("Also without any session of this schedule on the days that the venue is closed."),
    changed: z.array(ScheduleChange).optional(),
    extra: z.array(SingleSession).optional().describe("Sessions in addition to the pattern, also on closed days."),
  })
  .describe("Weekly patterns over a period, with exceptions.");
export type Schedule = z.infer<typeof Schedule>;

export const PriceRule = z
  .strictObject({
    when: z.strictObject({
      days: Days.optional(),
      on: Weekdays.optional(),
      time: z.strictObject({ from: Time.optional(), until: EndTime.optional() }).optional(),
    }),
    amounts: z.record(TypeKey, Amount),
  })
  .describe("Prices that differ by day, weekday or time. For each type the first matching rule that names it applies.");
export type PriceRule = z.infer<typeof PriceRule>;

export const CatalogueMessageRule = z.strictObject({
  key: Key,
  when: z.strictObject({
    days: z.strictObject({ from: DateField.optional(), until: DateField.optional() }).optional(),
    on: Weekdays.optional(),
    time: z.strictObject({ from: Time.optional(), until: EndTime.optional() }).optional(),
    groups: z.array(Key).min(1).optional(),
    types: z.array(TypeKey).min(1).optional(),
    min: Count.optional().describe("The minimum number of tickets of these groups and types, or of all."),
    max: Count.optional(),
  }),
  say: z.strictObject({
    date_annotation: z.string().max(60).optional().describe("Beneath a day; a word or two."),
    date_message: z.string().max(500).optional(),
    session_annotation: z.string().max(60).optional(),
    session_message: z.string().max(500).optional(),
    quantity_message: z.string().max(500).optional(),
  }),
});
export type CatalogueMessageRule = z.infer<typeof CatalogueMessageRule>;
