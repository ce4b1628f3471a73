import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import { codeOutcome } from "@foyer/rules/forms/promoCode.ts";
import { call, Refused } from "../../../api/call.ts";
import { cartMutationScope, useStoreCart } from "../cart.mutations.ts";

/** A code was applied now or before, or is refused with a reason for the visitor. */
export type ApplyCodeResult =
  | { readonly kind: "applied" | "already" }
  | { readonly kind: "refused"; readonly refusal: Refused };

/** Applies a code to the cart. Throws errors that are not about the code. */
export const useApplyCode = (cart_id: string) => {
  const client = useQueryClient();
  const store = useStoreCart();
  return useMutation({
    scope: cartMutationScope,
    mutationFn: async (code: string): Promise<ApplyCodeResult> => {
      try {
        store(await call(applyCode, { cart_id, code }));
        return { kind: "applied" };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const { kind, refusal } = codeOutcome([error, ...error.others], "cart");
        if (kind === "already") return { kind };
        if (kind === "refused") return { kind, refusal };
        // The cart itself may have changed or expired.
        void client.invalidateQueries({ queryKey: ["cart"] });
        throw refusal;
      }
    },
  });
};

export const useRemoveCode = () => {
  const store = useStoreCart();
  return useMutation({
    scope: cartMutationScope,
    mutationFn: (sent: Sent<typeof removeCode>) => call(removeCode, sent),
    onSuccess: store,
  });
};
