import { queryOptions, useQuery } from "@tanstack/react-query";
import { getCart, getLinkedCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { lookUpGiftCard, type GiftCard } from "@foyer/contract/shop/giftcards.ts";
import { isGiftCard } from "@foyer/rules/catalog/handlers.ts";
import { call, Refused } from "../../../api/call.ts";
import { callWithCaptcha } from "../../login/login.queries.ts";

/** The ticket groups of a cart. Fetched again only when other groups come into it. */
const cartGroupsQuery = ({ id: cart_id, lines }: Pick<Cart, "id" | "lines">, isOwn: boolean) => {
  const groups = new Set(lines.flatMap(({ types }) => types.map(({ ticket_group_id }) => ticket_group_id)));
  return queryOptions({
    queryKey: ["cart groups", cart_id, [...groups].toSorted()],
    queryFn: ({ signal }) =>
      call(
        isOwn ? getCart : getLinkedCart,
        { cart_id, _limit: "1000", _embed: "ticket_group" },
        { signal, fresh: true },
      ),
  });
};

/** Whether the cart holds a gift card. Undefined until known; fetched only if relevant. */
export const useCartHasGiftCard = (cart: Cart, isOwn: boolean, isRelevant: boolean) => {
  const { data, isLoading } = useQuery({ ...cartGroupsQuery(cart, isOwn), enabled: isRelevant });
  return { holdsGiftCard: data?.ticket_group?._data.some(isGiftCard), isLoading };
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
