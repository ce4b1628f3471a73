import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { isTooLate, localExpiry } from "@foyer/rules/cartClock.ts";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Refused } from "../../api/call.ts";
import { savedKey } from "../../shared/saved.keys.ts";
import { useSaved } from "../../shared/saved.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useDeleteCart } from "./cart.changes.ts";
import { cartQuery, forget } from "./cart.queries.ts";
import { CartExpired, cartExpiredModal } from "./CartTimedOut.tsx";
import { ExtendTimer } from "./ExtendTimer.tsx";
import { MobileCart } from "./MobileCart.tsx";
import { changeStanding, readStanding } from "./standing.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

/** Two clocks that differ by less are the same clock: what is written makes other tabs ask again. */
const sameMoment = 2500;

/** Looks after the remembered cart on every page: its time, its end, and what other tabs do with it. */
export function CartWatch({ atCheckout }: { readonly atCheckout: boolean }) {
  const { slug } = useSeller();
  const client = useQueryClient();
  const [{ cart_id, local_expiry, timed_out }, change] = useSaved();
  const expired = useModal(cartExpiredModal);
  const { mutate: letGo } = useDeleteCart();
  const left = useSecondsLeft(cart_id === null ? null : local_expiry);
  const isOver = left === 0;
  const { data, error, dataUpdatedAt } = useQuery({
    ...cartQuery(cart_id ?? ""),
    enabled: cart_id !== null && !isOver,
  });
  const cart = cart_id === null ? undefined : data?.cart._data.find(({ id }) => id === cart_id);
  const isPaying = cart?.payment_in_progress ?? false;
  const watched = useRef<string>(undefined);

  const sayTimedOut = useCallback(
    (id: string): void => {
      changeStanding({ timed_out: id });
      client.removeQueries({ queryKey: cartQuery(id).queryKey });
      // Who comes back the next day needs no alarm; who watched it run out does.
      if (watched.current === id) expired.open();
    },
    [client, expired],
  );
  const timeOut = useCallback(
    (id: string): void => {
      sayTimedOut(id);
      change({ ...forget, timed_out: id });
    },
    [change, sayTimedOut],
  );

  useEffect(() => {
    if (cart_id !== null && isOver && !isPaying && readStanding().paying !== cart_id) timeOut(cart_id);
  }, [cart_id, isOver, isPaying, timeOut]);

  useEffect(() => {
    if (cart_id !== null && error instanceof Refused && error.code === "cart_expired") timeOut(cart_id);
  }, [cart_id, error, timeOut]);

  // Another tab was first to see it: the cart that stood here is gone from what is remembered already.
  const hearTimedOut = useEffectEvent((id: string): void => {
    if (watched.current === id && readStanding().timed_out !== id) sayTimedOut(id);
  });
  useEffect(() => {
    if (timed_out !== null) hearTimedOut(timed_out);
  }, [timed_out]);

  const meet = useEffectEvent((met: Cart): void => {
    if (readStanding().paying === met.id) return;
    if (met.state === "completed") {
      changeStanding({ booked: met.ticket_order_id });
      return change(forget);
    }
    const isFirstSight = watched.current !== met.id;
    watched.current = met.id;
    if (isFirstSight && document.visibilityState === "visible" && isTooLate(met, { atCheckout }))
      return letGo({ cart_id: met.id });
    const known = localExpiry(met.expires_in, dataUpdatedAt);
    const isSame =
      known !== null && local_expiry !== null ? Math.abs(known - local_expiry) < sameMoment : known === local_expiry;
    // A payment on its way holds the cart past its time.
    if (!isSame && !met.payment_in_progress) change({ local_expiry: known });
  });
  // Whenever the server has said something, not whenever the clock that is set by it turns.
  useEffect(() => {
    if (cart) meet(cart);
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
      {cart && left !== null && <ExtendTimer key={cart.id} cart={cart} left={left} />}
      <CartExpired atCheckout={atCheckout} />
      <MobileCart />
    </>
  );
}
