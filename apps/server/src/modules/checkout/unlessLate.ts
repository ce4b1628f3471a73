import { descriptions } from "@foyer/contract/descriptions.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { settlePayment } from "./settle.ts";
import { allPaymentsOf } from "./stray.sql.ts";

/**
 * Somebody waits at the page, and their cart's time is over, perhaps while they were at their bank. Their money is dealt
 * with at once: either the cart is held again and they go on, or they are told what becomes of the money.
 */
export const unlessLate = async <R>(ask: Ask, cart_id: string, work: () => Promise<R>): Promise<R> => {
  try {
    return await work();
  } catch (error) {
    if (!isOver(error)) throw error;
    const before = await allPaymentsOf(ask, cart_id);
    if (before.length === 0) throw error;
    for (const { id, state } of before)
      if (state === "created" || state === "processing" || state === "authorized" || state === "captured")
        await settlePayment(ask, id);
    try {
      return await work();
    } catch (still) {
      throw isOver(still) ? await toldOf(ask, cart_id) : still;
    }
  }
};

const isOver = (error: unknown): boolean => error instanceof Refused && error.code === "cart_expired";

const words = {
  "error.card_not_charged": "Your card has not been charged.",
  "error.money_goes_back": "Your money goes back to where it came from.",
} as const;

const toldOf = async (ask: Ask, cart_id: string): Promise<Refused> => {
  const payments = await allPaymentsOf(ask, cart_id);
  const say = (key: keyof typeof words): string => ask.seller.strings[key] ?? words[key];
  const money = payments.some(({ refunded, refunding }) => refunded + refunding > 0)
    ? [say("error.money_goes_back")]
    : payments.every(({ state }) => state === "voided" || state === "failed")
      ? [say("error.card_not_charged")]
      : [];
  const over = ask.seller.strings["error.cart_expired"] ?? descriptions.cart_expired;
  return new Refused({ code: "cart_expired", context: "cart", words: [over, ...money].join(" ") });
};
