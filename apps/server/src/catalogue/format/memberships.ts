import * as z from "zod";
import { Key, text } from "./fields.ts";

const rank = z
  .int({ error: "must be a whole number" })
  .min(1, "must be 1 or more; 1 is the top")
  .max(1000)
  .optional()
  .describe("1 is the highest, and the default.");

const Role = z.strictObject({
  key: Key,
  name: text(100),
  rank,
  benefits: z
    .record(text(200), z.int({ error: "must be a number of tickets" }).min(0, "must not be negative").max(1000))
    .optional()
    .describe("By the name of a ticket type, or '*' for any: how many member tickets for one visit."),
  member_event_purchase_limit: z
    .int({ error: "must be a number of tickets" })
    .min(-1, "must be -1 for no limit")
    .max(100_000)
    .optional()
    .describe("Member tickets of one event over the whole term; -1, no limit, by default."),
});

export const CatalogueProgram = z
  .strictObject({ key: Key, name: text(100), rank, roles: z.array(Role).min(1, "must have a role") })
  .describe("A membership program with its roles, which say what members may have.");
export type CatalogueProgram = z.infer<typeof CatalogueProgram>;

const MaxMembers = z.int({ error: "must be a whole number" }).max(1000);

export const CatalogueMembershipRule = z
  .strictObject({
    party_role: text(60).describe("member, second-card, child, guest, or a name of the seller's own."),
    named: z.enum(["no", "yes", "optional"]).optional().describe("Is a name asked for? yes by default."),
    emailed: z.enum(["no", "yes", "optional"]).optional().describe("Is an e-mail address asked for? yes by default."),
    min: MaxMembers.min(0, "must not be negative")
      .optional()
      .describe("By default 1 for a `member` and 0 for everybody else."),
    max: MaxMembers.min(-1).optional().describe("A negative number means 10; 1 by default."),
  })
  .describe("How many people a membership may have by this type, and what is asked of them.");
export type CatalogueMembershipRule = z.infer<typeof CatalogueMembershipRule>;
