import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { applyCode } from "@foyer/contract/shop/codes.ts";
import { promoCodeForZip } from "@foyer/rules/pricing/zipCodes.ts";
import { call } from "../../../api/call.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { cartMutationScope, useStoreCart } from "../../cart/cart.mutations.ts";

/**
 * Applies the discount for the buyer's postcode, once for each postcode that could have one. A failure is ignored, because
 * the server applies it again when it saves the purchaser.
 */
export const usePostCodeDiscount = ({ id: cart_id }: Pick<Cart, "id">, isOwn: boolean) => {
  const { zip_codes } = useSeller().configuration;
  const storeCart = useStoreCart();
  const lastPostCode = useRef("");
  const [sentPostCode, setSentPostCode] = useState("");
  const { mutate, variables, isPending } = useMutation({
    scope: cartMutationScope,
    mutationFn: (code: string) => call(applyCode, { cart_id, code, ignore_errors: true }),
    onSuccess: storeCart,
  });
  return {
    /** True if it requests a discount from the server. */
    apply: (post_code: string): boolean => {
      if (!isOwn || post_code === lastPostCode.current || promoCodeForZip(post_code, zip_codes) === undefined)
        return false;
      lastPostCode.current = post_code;
      setSentPostCode(post_code);
      mutate(post_code);
      return true;
    },
    /** The amount due may still change. */
    isApplying: isPending || variables !== (sentPostCode || undefined),
  };
};
