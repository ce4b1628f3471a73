import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { isAboutToExpire, localExpiry } from "@foyer/rules/hold/cartTimer.ts";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Refused } from "../../../api/call.ts";
import { savedKey } from "../../../shared/storage/saved.keys.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useDeleteCart } from "../cart.mutations.ts";
import { cartQuery, noSavedCart } from "../cart.queries.ts";
import { CartExpiredModal, cartExpiredModalName } from "./CartExpiredScreen.tsx";
import { ExtendCartModal } from "./ExtendCartModal.tsx";
import { MobileCart } from "../widget/MobileCart.tsx";
import { updateCartPageState, readCartPageState } from "../cartPageState.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

/** In milliseconds. A smaller difference is not saved, because saving makes other tabs fetch the cart again. */
const expiryTolerance = 2500;

/** Keeps the saved cart up to date on every page: its expiry, its order, and changes by other tabs. */
export function CartSync({ atCheckout }: { readonly atCheckout: boolean }) {
  const { slug } = useSeller();
  const client = useQueryClient();
  const [{ cart_id, local_expiry, timed_out }, updateSaved] = useSaved();
  const expired = useModal(cartExpiredModalName);
  const { mutate: deleteCart } = useDeleteCart();
  const left = useSecondsLeft(cart_id === null ? null : local_expiry);
  const isExpired = left === 0;
  const { data, error, dataUpdatedAt } = useQuery({
    ...cartQuery(cart_id ?? ""),
    enabled: cart_id !== null && !isExpired,
  });
  const cart = cart_id === null ? undefined : data?.cart._data.find(({ id }) => id === cart_id);
  const isPaying = cart?.payment_in_progress ?? false;
  const seenCartId = useRef<string>(undefined);

  const reportExpired = useCallback(
    (id: string): void => {
      updateCartPageState({ expiredCartId: id });
      client.removeQueries({ queryKey: cartQuery(id).queryKey });
      // A visitor who comes back later needs no alarm.
      if (seenCartId.current === id) expired.open();
    },
    [client, expired],
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
  const onExpiredElsewhere = useEffectEvent((id: string): void => {
    if (seenCartId.current === id && readCartPageState().expiredCartId !== id) reportExpired(id);
  });
  useEffect(() => {
    if (timed_out !== null) onExpiredElsewhere(timed_out);
  }, [timed_out]);

  const syncCart = useEffectEvent((found: Cart): void => {
    if (readCartPageState().payingCartId === found.id) return;
    if (found.state === "completed") {
      updateCartPageState({ bookedOrderId: found.ticket_order_id });
      return updateSaved(noSavedCart);
    }
    const isFirstSight = seenCartId.current !== found.id;
    seenCartId.current = found.id;
    if (isFirstSight && document.visibilityState === "visible" && isAboutToExpire(found, { atCheckout }))
      return deleteCart({ cart_id: found.id });
    const expiry = localExpiry(found.expires_in, dataUpdatedAt);
    const isSame =
      expiry !== null && local_expiry !== null
        ? Math.abs(expiry - local_expiry) < expiryTolerance
        : expiry === local_expiry;
    // A running payment holds the cart beyond its expiry.
    if (!isSame && !found.payment_in_progress) updateSaved({ local_expiry: expiry });
  });
  // After each reply of the server, but not when the expiry that this saves changes.
  useEffect(() => {
    if (cart) syncCart(cart);
  }, [cart, dataUpdatedAt]);

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === savedKey(slug)) void client.invalidateQueries({ queryKey: ["cart"] });
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [client, slug]);

  return (
    <>
      {cart && left !== null && <ExtendCartModal key={cart.id} cart={cart} left={left} />}
      <CartExpiredModal atCheckout={atCheckout} />
      <MobileCart />
    </>
  );
}
