import { useQuery } from "@tanstack/react-query";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { lookUpGiftCard, type GiftCard } from "@foyer/contract/shop/giftcards.ts";
import { call, Refused } from "../../../api/call.ts";
import { callWithCaptcha } from "../../login/login.queries.ts";
import { cartFormsQuery } from "../purchaser/purchaser.queries.ts";

/** Whether the cart holds a gift card. Undefined until known; fetched only if relevant. */
export const useCartHasGiftCard = (cart: Cart, isOwn: boolean, isRelevant: boolean) => {
  const { data, isLoading } = useQuery({ ...cartFormsQuery(cart, isOwn), enabled: isRelevant });
  return { holdsGiftCard: data?.holdsGiftCard, isLoading };
};

/**
 * Undefined if there is no such card. Not cached, because a gift card number is as good as money. After many wrong numbers
 * from the visitor's network the server asks for a captcha.
 */
export const findGiftCard = async (ledger_id: string, number: string): Promise<GiftCard | undefined> => {
  try {
    const { ledger } = await callWithCaptcha("login", (headers) =>
      call(lookUpGiftCard, { ledger_id, number }, { fresh: true, headers }),
    );
    return ledger._data[0];
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  }
};
