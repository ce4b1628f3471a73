import * as z from "zod";
import { Key, text } from "./fields.ts";

const rank = z
  .int({ error: "is a whole number" })
  .min(1, "is 1 or more; 1 is the top")
  .max(1000)
  .optional()
  .describe("1 is the top, and what it is unless said.");

const Role = z.strictObject({
  key: Key,
  name: text(100),
  rank,
  benefits: z
    .record(text(200), z.int({ error: "is a number of tickets" }).min(0, "is never negative").max(1000))
    .optional()
    .describe("By the name of a ticket type, or '*' for any: how many member tickets for one visit."),
  member_event_purchase_limit: z
    .int({ error: "is a number of tickets" })
    .min(-1, "is -1 for no limit")
    .max(100_000)
    .optional()
    .describe("Member tickets of one event over the whole term; -1, no limit, unless said."),
});

export const MembershipProgram = z
  .strictObject({ key: Key, name: text(100), rank, roles: z.array(Role).min(1, "a program needs a role") })
  .describe("A program of memberships with the roles in it: what a member may have, by the role they are sold.");
export type MembershipProgram = z.infer<typeof MembershipProgram>;

const MaxMembers = z.int({ error: "is a whole number" }).max(1000);

export const MembershipRule = z
  .strictObject({
    party_role: text(60).describe("member, second-card, child, guest, or what it is called here."),
    named: z.enum(["no", "yes", "optional"]).optional().describe("Is a name asked for? yes unless said."),
    emailed: z.enum(["no", "yes", "optional"]).optional().describe("Is an address asked for? yes unless said."),
    min: MaxMembers.min(0, "is never negative")
      .optional()
      .describe("1 for a `member`, 0 for everybody else unless said."),
    max: MaxMembers.min(-1).optional().describe("A negative number means 10; 1 unless said."),
  })
  .describe("How many people may stand on a membership by this type, and what is asked of them.");
export type MembershipRule = z.infer<typeof MembershipRule>;
