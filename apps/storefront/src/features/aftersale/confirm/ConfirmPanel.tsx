import { useEffect, useEffectEvent, useState } from "react";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useReturnedPayment } from "../../checkout/payment/useReturnedPayment.ts";
import type { ReturnedPayment } from "../../checkout/payment/gateways.ts";
import { readChange, type ChangeReturn } from "../../../shared/storage/changeReturn.ts";
import { discardOrderChange } from "../aftersale.queries.ts";
import { useChangeCart, type ChangeCart } from "../change/useChangeCart.ts";
import { useLeaveChange, useOpenChangeId } from "../change/useLeaveChange.ts";
import { OpenedOrder, OrderSkeleton, type OrderData } from "../OpenedOrder.tsx";
import { ConfirmChange } from "./ConfirmChange.tsx";
import { useOfferedChange } from "./useOfferedChange.ts";

/**
 * The change whose payer has returned from the bank: with the order's token, which the bank is not given, and its cart,
 * which a webhook may have completed meanwhile.
 */
const usePaidChange = (ticket_order_id: string, isBack: boolean): ChangeReturn | undefined => {
  const { slug } = useSeller();
  const [kept] = useState(() => (isBack && typeof window !== "undefined" ? readChange(slug) : undefined));
  return kept?.ticket_order_id === ticket_order_id ? kept : undefined;
};

/** Reviews and confirms the open change of an order. */
export function ConfirmPanel({ id }: { readonly id: string }) {
  const returnedPayment = useReturnedPayment();
  const token = usePaidChange(id, returnedPayment !== undefined)?.token;
  return (
    <OpenedOrder id={id} token={token}>
      {(order) => <Confirm order={order} returnedPayment={returnedPayment} />}
    </OpenedOrder>
  );
}

type ConfirmProps = { readonly order: OrderData; readonly returnedPayment: ReturnedPayment | undefined };

function Confirm({ order, returnedPayment }: ConfirmProps) {
  const { access, actions } = order;
  const paid = usePaidChange(access.ticket_order_id, returnedPayment !== undefined);
  const offered = useOfferedChange(order);
  const cart_id = useOpenChangeId(actions) ?? offered.cart_id ?? paid?.cart_id ?? null;
  const found = useChangeCart(cart_id);
  const [isLeaving, leave] = useLeaveChange(access);
  // The time of a change may run out during its payment.
  const [isPaying, setPaying] = useState(false);
  const [known, setKnown] = useState<ChangeCart>();
  if (found.kind === "open" && found.cart !== known) setKnown(found.cart);
  const cart = found.kind === "open" ? found.cart : isPaying ? known : undefined;

  const isOver = !isPaying && !offered.isAccepting && (found.kind === "none" || found.kind === "over");
  const onOver = useEffectEvent(() => {
    if (found.kind !== "over") return leave("closed", null);
    if (found.outcome !== "done" && cart_id !== null) discardOrderChange(cart_id).catch(() => undefined);
    // The bank may still accept the payment, so the page does not claim that nothing was charged.
    return leave(found.outcome === "expired" && returnedPayment ? "closed" : found.outcome, cart_id);
  });
  useEffect(() => {
    if (isOver && !isLeaving) onOver();
  }, [isOver, isLeaving]);

  if (isLeaving || !cart) return <OrderSkeleton />;
  return (
    <ConfirmChange
      key={cart.id}
      order={order}
      cart={cart}
      left={found.kind === "open" ? found.left : null}
      returnedPayment={returnedPayment}
      leave={leave}
      onPaying={setPaying}
    />
  );
}
