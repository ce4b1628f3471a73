import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { Refused } from "../../api/call.ts";
import { paths } from "../../shared/url/paths.ts";
import { rememberNewOrders } from "../../shared/storage/newOrders.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { failureText } from "../../shared/errors/failureText.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { CartLineItem } from "../cart/widget/CartLineItem.tsx";
import { CartTotals } from "../cart/widget/CartTotals.tsx";
import { noSavedCart } from "../cart/cart.queries.ts";
import { loadedCartQuery } from "../checkout/checkout.queries.ts";
import { ordersStrings } from "./orders.strings.ts";
import css from "./CompletePanel.module.css";

/** Milliseconds until the next poll: five seconds for the first half minute, then growing to a minute. */
export const pollDelay = (polls: number): number => Math.min(60_000, Math.round(5_000 * 1.4 ** Math.max(0, polls - 6)));

/** Waits for a payment that clears later, then goes to the order. */
export function PendingPanel({ cartId, notFound }: { readonly cartId: string; readonly notFound: ReactNode }) {
  const isHydrated = useHydrated();
  const { slug } = useSeller();
  const [, navigate] = useLocation();
  const t = useText(ordersStrings);
  const shared = useText(sharedStrings);
  const { data, error } = useQuery({
    ...loadedCartQuery(cartId),
    enabled: isHydrated,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const cart = state.data?.reply.cart._data[0];
      const isWaiting =
        cart === undefined ? !(state.error instanceof Refused) : cart.state === "pending" && cart.payment_in_progress;
      return isWaiting ? pollDelay(state.dataUpdateCount + state.errorUpdateCount) : false;
    },
  });
  const cart = data?.reply.cart._data[0];
  const order_id = cart?.ticket_order_id ?? null;

  useEffect(() => {
    if (order_id === null) return;
    const saved = savedStoreFor(slug);
    if (saved.get().cart_id === cartId) saved.change(noSavedCart);
    rememberNewOrders(slug, [order_id]);
    navigate(paths.complete([order_id]), { replace: true });
  }, [cartId, navigate, order_id, slug]);

  if (!cart) {
    // The id is unknown or malformed.
    if (error instanceof Refused && [400, 404].includes(error.status)) return notFound;
    if (error instanceof Refused)
      return error.code === "cart_expired" ? (
        <PendingMessage title={t("pending.failed_title")}>{t("pending.failed")}</PendingMessage>
      ) : (
        <PendingMessage title={t("pending.title")}>{failureText(shared, shared("error.later"))}</PendingMessage>
      );
    return (
      <Page>
        <div className={css.message}>
          <VisuallyHidden>{t("pending.loading")}</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton count={3} />
        </div>
      </Page>
    );
  }
  if (cart.state === "completed")
    return <PendingMessage title={t("pending.cleared_title")}>{t("pending.cleared")}</PendingMessage>;
  if (!cart.payment_in_progress)
    return (
      <PendingMessage
        title={t("pending.failed_title")}
        action={
          <Link href={paths.checkout(cartId)} {...buttonAttributes({ kind: "primary" })}>
            {t("pending.pay_again")}
          </Link>
        }
      >
        {t("pending.failed")}
      </PendingMessage>
    );
  return (
    <PendingMessage
      title={t("pending.title")}
      note={t("pending.next")}
      action={
        <Link href={paths.events()} {...buttonAttributes({ kind: "quiet" })}>
          {t("pending.events")}
        </Link>
      }
      summary={<PendingSummary cart={cart} />}
    >
      {t("pending.text", { cart_number: cart.cart_number })}
    </PendingMessage>
  );
}

/** The items being paid for. */
function PendingSummary({ cart }: { readonly cart: Cart }) {
  const t = useText(ordersStrings);
  return (
    <section className={css.summary} aria-labelledby="pending-summary">
      <h2 id="pending-summary">{t("pending.summary")}</h2>
      <ul role="list">
        {cart.lines.map((line) => (
          <CartLineItem key={`${line.event_template_id} ${line.event_session_id ?? ""}`} line={line} />
        ))}
      </ul>
      <CartTotals cart={cart} />
    </section>
  );
}

type PendingMessageProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly note?: string;
  readonly action?: ReactNode;
  readonly summary?: ReactNode;
};

function PendingMessage({ title, children, note, action, summary }: PendingMessageProps) {
  return (
    <Page>
      <div className={css.message}>
        <h1>{title}</h1>
        <p className={css.thanks} role="status">
          {children}
        </p>
        {note && <p className={css.quiet}>{note}</p>}
        {summary}
        {action}
      </div>
    </Page>
  );
}
