import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { goesOn } from "@foyer/rules/goesOn.ts";
import type { Ask } from "../../http/ask.ts";
import { requirePerson } from "../identity/requirePerson.ts";
import type { Way } from "./openCart.ts";
import { pay } from "./pay.ts";

/**
 * Each attempt to pay is a person's (T65), also one that pays nothing: places are worth something to a machine. Whoever
 * only goes on with payments that were begun, back from their bank, has shown it before.
 */
export const payAsPerson = async (
  ask: Ask,
  sent: { readonly cart_id: string; readonly list: readonly PaymentOffer[] },
  way?: Way,
) => {
  if (!goesOn(sent.list)) await requirePerson(ask, "pay");
  return pay(ask, sent, way);
};
