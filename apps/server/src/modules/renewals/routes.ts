import { cancelAutoRenew as cancel } from "@foyer/contract/shop/membership.ts";
import { route } from "../../http/mount.ts";
import { cancelAutoRenewal } from "./cancel/cancelAutoRenewal.ts";

export const renewalRoutes = [
  route(cancel, (ctx, sent) => cancelAutoRenewal(ctx, sent), { refuses: ["not_found", "auto_renew_not_scheduled"] }),
];
