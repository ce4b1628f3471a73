import { queryOptions } from "@tanstack/react-query";
import { getCart, getLinkedCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { identityFormsIn } from "@foyer/rules/forms/identityFields.ts";
import { call } from "../../../api/call.ts";

/** The identity forms of the events and groups in a cart. */
export const cartIdentityFormsQuery = ({ id: cart_id, lines }: Pick<Cart, "id" | "lines">, isOwn: boolean) => {
  const groups = [...new Set(lines.flatMap(({ types }) => types.map((type) => type.ticket_group_id)))].toSorted();
  return queryOptions({
    // Not under the cart's key: only other groups make it stale, not every change of the cart.
    queryKey: ["cart_forms", cart_id, isOwn, groups],
    queryFn: async ({ signal }) => {
      const { meta } = await call(
        isOwn ? getCart : getLinkedCart,
        { cart_id, _embed: "meta" },
        { signal, fresh: true },
      );
      return identityFormsIn(meta?._data.map((row) => row.meta) ?? []);
    },
  });
};
