import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import { codeOutcome } from "@foyer/rules/forms/promoCode.ts";
import { call, Refused } from "../../../api/call.ts";
import { cartMutationScope, useStoreCart } from "../cart.mutations.ts";

/** A code came to work on the cart, was there before, or is refused with a reason that the visitor may know. */
export type ApplyCodeResult =
  | { readonly kind: "applied" | "already" }
  | { readonly kind: "refused"; readonly refusal: Refused };

/** Puts a code to work on the cart. Whatever is not about the code is thrown on. */
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
        if (kind === "said") return { kind: "refused", refusal };
        // It may be the cart itself that has changed or gone.
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
