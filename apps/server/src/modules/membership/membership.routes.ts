import {
  changeMembership as change,
  getMembershipQrCode,
  listMembershipRules,
  myMembership as mine,
} from "@foyer/contract/membership.ts";
import { on } from "../../http/mount.ts";
import { changeMembership } from "./changeMembership.ts";
import { listRules } from "./listRules.ts";
import { membershipQrCode } from "./membershipQrCode.ts";
import { myMembership } from "./myMembership.ts";

export const membershipRoutes = [
  on(listMembershipRules, (ask, sent) => listRules(ask, sent)),
  on(mine, (ask) => myMembership(ask)),
  on(change, (ask, sent) => changeMembership(ask, sent)),
  on(getMembershipQrCode, (ask, sent) => membershipQrCode(ask, sent)),
];
