import * as z from "zod/mini";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** Ways of selling that a new event can start from. */
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
 * Creates drafts: of the event, and of a hall or program that it needs and the catalogue lacks. A copy takes everything of
 * the event, from its draft if it has one, except what is said of the event elsewhere, such as discounts.
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
    /** The key of the event. */
    key: z.string(),
    /** The chapters drafted for it. */
    chapters: z.array(z.string()),
  }),
});

/** What an event needs before it can be bought, done or not; empty for other chapters and while the event has errors. */
export const ChecklistSteps = z.array(z.object({ name: z.string(), is_done: z.boolean(), hint: z.string() }));
