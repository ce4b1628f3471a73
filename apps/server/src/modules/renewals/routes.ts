import { cancelAutoRenew as cancel } from "@foyer/contract/shop/membership.ts";
import { route } from "../../http/mount.ts";
import { cancelAutoRenew } from "./cancel/cancelAutoRenew.ts";

export const renewalRoutes = [route(cancel, (ctx, sent) => cancelAutoRenew(ctx, sent))];
