import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Refused } from "../../../api/call.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { forgetCheckoutDraft } from "../../../shared/storage/checkoutDraft.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { cartQuery, noSavedCart } from "../cart.queries.ts";
import { readCartPageState, updateCartPageState } from "../cartPageState.ts";
import { cartExpiredModalName } from "./CartExpiredScreen.tsx";

export type CartExpiryOptions = {
  /** The saved cart's time has run out. */
  readonly isExpired: boolean;
  readonly isPaying: boolean;
  /** The error with which the server answered the request for the cart. */
  readonly error: Error | null;
};

/** Forgets the saved cart when it expires, and shows the dialog to a visitor who has seen it. */
export const useCartExpiry = ({ isExpired, isPaying, error }: CartExpiryOptions) => {
  const client = useQueryClient();
  const [{ cart_id, timed_out }, updateSaved] = useSaved();
  const { slug } = useSeller();
  const expired = useModal(cartExpiredModalName);
  const seenCartId = useRef<string>(undefined);

  const reportExpired = useCallback(
    (id: string): void => {
      updateCartPageState({ expiredCartId: id });
      client.removeQueries({ queryKey: cartQuery(id).queryKey });
      forgetCheckoutDraft(slug);
      // A visitor who comes back later does not need the dialog.
      if (seenCartId.current === id) expired.open();
    },
    [client, expired, slug],
  );
  const expireCart = useCallback(
    (id: string): void => {
      reportExpired(id);
      updateSaved({ ...noSavedCart, timed_out: id });
    },
    [updateSaved, reportExpired],
  );

  useEffect(() => {
    if (cart_id !== null && isExpired && !isPaying && readCartPageState().payingCartId !== cart_id) expireCart(cart_id);
  }, [cart_id, isExpired, isPaying, expireCart]);

  useEffect(() => {
    if (cart_id !== null && error instanceof Refused && error.code === "cart_expired") expireCart(cart_id);
  }, [cart_id, error, expireCart]);

  // Another tab noticed it first and has already removed the saved cart.
  const onExpiredInOtherTab = useEffectEvent((id: string): void => {
    if (seenCartId.current === id && readCartPageState().expiredCartId !== id) reportExpired(id);
  });
  useEffect(() => {
    if (timed_out !== null) onExpiredInOtherTab(timed_out);
  }, [timed_out]);

  return {
    /** Says that a cart ended because its time was nearly over. */
    showReleased: expired.open,
    /** Remembers that the visitor has seen a cart. True the first time. */
    markSeen: (id: string): boolean => {
      const isFirstTime = seenCartId.current !== id;
      seenCartId.current = id;
      return isFirstTime;
    },
  };
};
