import {
  changeMembership,
  getMembershipQrCode,
  listMembershipRules,
  myAllowance,
  myMembership,
} from "@foyer/contract/shop/membership.ts";
import { route } from "../../http/mount.ts";
import { captchaRefusals } from "../../http/openapi/refusals.ts";
import { updateCardHolder } from "./cards/updateCardHolder.ts";
import { embedMemberships } from "./read/embedMemberships.ts";
import { readMembershipRules } from "./read/readMembershipRules.ts";
import { renderMembershipQrCode } from "./cards/renderMembershipQrCode.ts";
import { readAllowance } from "./read/readAllowance.ts";

export const membershipRoutes = [
  route(listMembershipRules, (ctx, sent) => readMembershipRules(ctx, sent)),
  route(myMembership, (ctx, sent) => embedMemberships(ctx, sent)),
  route(myAllowance, readAllowance, { refuses: ["event_not_found", "event_session_not_found"] }),
  route(changeMembership, (ctx, sent) => updateCardHolder(ctx, sent), {
    refuses: ["not_found", "access_denied", ...captchaRefusals],
  }),
  route(getMembershipQrCode, (ctx, sent) => renderMembershipQrCode(ctx, sent), { refuses: ["not_found"] }),
];
