import { cancelAutoRenew as cancel } from "@foyer/contract/membership.ts";
import { on } from "../../http/mount.ts";
import { cancelAutoRenew } from "./cancelAutoRenew.ts";

export const renewalRoutes = [on(cancel, (ask, sent) => cancelAutoRenew(ask, sent))];
