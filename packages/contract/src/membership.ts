import * as z from "zod/mini";
import { Id, IdList, Limit, embed, rows } from "./basics.ts";
import { endpoint } from "./endpoint.ts";

/** Who may stand on a membership (requirements ENTITY-50). A negative max means 10. */
export const MembershipRule = z.object({
  ticket_group_id: Id,
  ticket_type_id: Id,
  party_role: z.string(),
  named: z.enum(["no", "yes", "optional"]),
  emailed: z.enum(["yes", "no", "optional"]),
  min: z.int(),
  max: z.int(),
});
export type MembershipRule = z.infer<typeof MembershipRule>;

export const listMembershipRules = endpoint({
  name: "listMembershipRules",
  method: "GET",
  path: "/membership_rules",
  says: "Rules of membership ticket types.",
  cached: true,
  query: z.strictObject({ "ticket_type.id._in": z.optional(IdList), _embed: embed("ticket_type"), _limit: Limit }),
  reply: z.object({ membership_rules: rows(MembershipRule) }),
});
