import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { applyCode } from "@foyer/contract/shop/codes.ts";
import { promoCodeForZip } from "@foyer/rules/pricing/zipCodes.ts";
import { call } from "../../../api/call.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { cartMutationScope, useStoreCart } from "../../cart/cart.mutations.ts";

/**
 * Asks what a buyer's post code takes off, where it could be anything at all, each one once. That nothing came of it is
 * nobody's trouble: the server asks again when the buyer is kept.
 */
export const usePostCodeDiscount = ({ id: cart_id }: Pick<Cart, "id">, isOwn: boolean) => {
  const { zip_codes } = useSeller().configuration;
  const storeCart = useStoreCart();
  const lastPostCode = useRef("");
  const { mutate } = useMutation({
    scope: cartMutationScope,
    mutationFn: (code: string) => call(applyCode, { cart_id, code, ignore_errors: true }),
    onSuccess: storeCart,
  });
  return (post_code: string): void => {
    if (!isOwn || post_code === lastPostCode.current || promoCodeForZip(post_code, zip_codes) === undefined) return;
    lastPostCode.current = post_code;
    mutate(post_code);
  };
};
