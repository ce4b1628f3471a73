import { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { route } from "../../http/mount.ts";
import { captchaRefusals } from "../../http/openapi/refusals.ts";
import { readGiftCardBalance } from "./readGiftCardBalance.ts";

export const giftCardRoutes = [
  route(lookUpGiftCard, (ctx, sent) => readGiftCardBalance(ctx, sent), { refuses: ["not_found", ...captchaRefusals] }),
];
