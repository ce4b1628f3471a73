import { getApplePass, getGooglePass, walletPrecheck } from "@foyer/contract/wallet.ts";
import { on } from "../../http/mount.ts";
import { applePass, googlePass, precheck } from "./passes.ts";

export const walletRoutes = [
  on(walletPrecheck, (ask, sent) => precheck(ask, sent)),
  on(getApplePass, (ask, sent) => applePass(ask, sent), { heavy: true }),
  on(getGooglePass, (ask, sent) => googlePass(ask, sent)),
];
