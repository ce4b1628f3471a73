import { useEffect, useEffectEvent } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { saveCheckoutDraft } from "../../../shared/storage/checkoutDraft.ts";
import { forgetLinkedCode, readLinkedCode } from "../../../shared/storage/linkedCode.ts";
import { useApplyCode } from "./code.mutations.ts";
import { codeStrings } from "./code.strings.ts";

/**
 * Applies the code of the followed link to the visitor's cart, as soon as it contains tickets. If it is refused, it is kept
 * for the code field, which shows it at its next render.
 */
export const useLinkedCode = (cart: Cart | undefined): void => {
  const { slug } = useSeller();
  const t = useText(codeStrings);
  const announce = useAnnounce();
  const { mutate } = useApplyCode(cart?.id ?? "");
  const apply = useEffectEvent((cart_id: string): void => {
    const code = readLinkedCode(slug);
    if (code === undefined) return;
    forgetLinkedCode(slug);
    mutate(code, {
      onSuccess: ({ kind }) => {
        if (kind === "applied") announce(t("code.is_applied", { code }));
        if (kind === "refused") saveCheckoutDraft(slug, cart_id, { code });
      },
      onError: (error) => {
        reportError(error);
        saveCheckoutDraft(slug, cart_id, { code });
      },
    });
  });
  const canTake = cart !== undefined && cart.editable && !cart.payment_in_progress && cart.lines.length > 0;
  const cart_id = canTake ? cart.id : undefined;
  useEffect(() => {
    if (cart_id !== undefined) apply(cart_id);
  }, [cart_id]);
};
