import {
  changeMembership as change,
  getMembershipQrCode,
  listMembershipRules,
  myAllowance as allowance,
  myMembership as mine,
} from "@foyer/contract/membership.ts";
import { on } from "../../http/mount.ts";
import { changeMembership } from "./changeMembership.ts";
import { embedMemberships } from "./embedMemberships.ts";
import { listRules } from "./listRules.ts";
import { membershipQrCode } from "./membershipQrCode.ts";
import { myAllowance } from "./myAllowance.ts";

export const membershipRoutes = [
  on(listMembershipRules, (ask, sent) => listRules(ask, sent)),
  on(mine, (ask, sent) => embedMemberships(ask, sent)),
  on(allowance, myAllowance),
  on(change, (ask, sent) => changeMembership(ask, sent)),
  on(getMembershipQrCode, (ask, sent) => membershipQrCode(ask, sent)),
];
