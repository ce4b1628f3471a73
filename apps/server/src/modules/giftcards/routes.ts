import { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { route } from "../../http/mount.ts";
import { readGiftCardBalance } from "./readGiftCardBalance.ts";

export const giftCardRoutes = [route(lookUpGiftCard, (ctx, sent) => readGiftCardBalance(ctx, sent))];
