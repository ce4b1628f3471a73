import { listMembershipRules, myAllowance as myAllowanceCall } from "@foyer/contract/membership.ts";
import { on } from "../../http/mount.ts";
import { ruleRows } from "./membership.sql.ts";
import { myAllowance } from "./myAllowance.ts";

export const membershipRoutes = [
  on(listMembershipRules, async (ask, sent) => ({
    membership_rules: { _data: await ruleRows(ask, sent["ticket_type.id._in"], sent._limit ?? 1000) },
  })),
  on(myAllowanceCall, myAllowance),
];
