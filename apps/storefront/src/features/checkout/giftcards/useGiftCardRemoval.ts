import { useEffect, useRef } from "react";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { checkoutStrings } from "../checkout.strings.ts";
import type { GiftCardsForm } from "./useGiftCards.ts";

/** Removes a gift card, announces it, and moves the focus from its button to the form's first button. */
export const useGiftCardRemoval = ({ shown, remove }: Pick<GiftCardsForm, "shown" | "remove">) => {
  const t = useText(checkoutStrings);
  const announce = useAnnounce();
  const hasRemoved = useRef(false);
  useEffect(() => {
    if (!hasRemoved.current) return;
    hasRemoved.current = false;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("[data-gift-cards] button")?.focus();
  }, [shown]);
  return (index: number): void => {
    hasRemoved.current = true;
    remove(index);
    announce(t("gift_card.removed"));
  };
};
