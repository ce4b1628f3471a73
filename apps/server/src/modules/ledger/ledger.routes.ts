import { lookUpGiftCard } from "@foyer/contract/ledger.ts";
import { on } from "../../http/mount.ts";
import { lookUp } from "./lookUpGiftCard.ts";

export const ledgerRoutes = [on(lookUpGiftCard, (ask, sent) => lookUp(ask, sent))];
