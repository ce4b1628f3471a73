import * as z from "zod/mini";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** Ways to sell that a new event can begin as. */
export const eventPatterns = [
  "timed_entry",
  "day_ticket",
  "concert",
  "class",
  "pass",
  "membership",
  "gift_card",
  "donation",
] as const;
export const EventPattern = z.enum(eventPatterns);
export type EventPattern = z.infer<typeof EventPattern>;

const KeyOfEvent = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/));

/**
 * Makes drafts: of the event, and of a hall or a program that it needs and the catalogue does not have. A copy has
 * everything of the event, as a draft where there is one, but for what is said of it elsewhere, like discounts.
 */
export const beginEvent = staffEndpoint({
  name: "beginEvent",
  method: "POST",
  path: "/catalogue/event",
  summary: "Begin a new event as a draft, from a pattern or a copy",
  can: "catalogue.edit",
  audits: "catalogue.draft_saved",
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    from: z.union([z.strictObject({ pattern: EventPattern }), z.strictObject({ event: KeyOfEvent })]),
  }),
  reply: z.object({
    /** Of the event. */
    key: z.string(),
    /** The chapters that are drafted for it. */
    chapters: z.array(z.string()),
  }),
});
