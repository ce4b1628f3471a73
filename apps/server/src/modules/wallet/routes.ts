import { getApplePass, getGooglePass, walletPrecheck } from "@foyer/contract/shop/wallet.ts";
import { route } from "../../http/mount.ts";
import { createApplePass, createGooglePass, checkPasses } from "./passes.ts";

export const walletRoutes = [
  route(walletPrecheck, (ctx, sent) => checkPasses(ctx, sent), { refuses: ["not_found"] }),
  route(getApplePass, (ctx, sent) => createApplePass(ctx, sent), { isHeavy: true, refuses: ["not_found"] }),
  route(getGooglePass, (ctx, sent) => createGooglePass(ctx, sent), { refuses: ["not_found"], redirects: true }),
];
