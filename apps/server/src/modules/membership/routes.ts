import {
  changeMembership,
  getMembershipQrCode,
  listMembershipRules,
  myAllowance,
  myMembership,
} from "@foyer/contract/shop/membership.ts";
import { route } from "../../http/mount.ts";
import { updateCardHolder } from "./cards/updateCardHolder.ts";
import { embedMemberships } from "./read/embedMemberships.ts";
import { readMembershipRules } from "./read/readMembershipRules.ts";
import { renderMembershipQrCode } from "./cards/renderMembershipQrCode.ts";
import { readAllowance } from "./read/readAllowance.ts";

export const membershipRoutes = [
  route(listMembershipRules, (ctx, sent) => readMembershipRules(ctx, sent)),
  route(myMembership, (ctx, sent) => embedMemberships(ctx, sent)),
  route(myAllowance, readAllowance),
  route(changeMembership, (ctx, sent) => updateCardHolder(ctx, sent)),
  route(getMembershipQrCode, (ctx, sent) => renderMembershipQrCode(ctx, sent)),
];
