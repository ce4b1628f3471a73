import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { Refused } from "../../api/call.ts";
import { paths } from "../../shared/paths.ts";
import { savedOf } from "../../shared/saved.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useHydrated } from "../../shared/useHydrated.ts";
import { forget } from "../cart/cart.queries.ts";
import { openedCartQuery } from "../checkout/checkout.queries.ts";
import { ordersStrings } from "./orders.strings.ts";
import css from "./CompletePanel.module.css";

/** Every five seconds for the first half minute, then ever more rarely, once a minute in the end. */
export const pauseBefore = (asked: number): number =>
  Math.min(60_000, Math.round(5_000 * 1.4 ** Math.max(0, asked - 6)));

/** A debit takes its time. Goes on to the tickets by itself once it has cleared. */
export function PendingPanel({ cartId, notFound }: { readonly cartId: string; readonly notFound: ReactNode }) {
  const isHydrated = useHydrated();
  const { slug } = useSeller();
  const [, navigate] = useLocation();
  const t = useText(ordersStrings);
  const shared = useText(sharedStrings);
  const { data, error } = useQuery({
    ...openedCartQuery(cartId),
    enabled: isHydrated,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const cart = state.data?.reply.cart._data[0];
      const waits =
        cart === undefined ? !(state.error instanceof Refused) : cart.state === "pending" && cart.payment_in_progress;
      return waits ? pauseBefore(state.dataUpdateCount + state.errorUpdateCount) : false;
    },
  });
  const cart = data?.reply.cart._data[0];
  const order_id = cart?.ticket_order_id ?? null;

  useEffect(() => {
    if (order_id === null) return;
    const saved = savedOf(slug);
    if (saved.get().cart_id === cartId) saved.change(forget);
    navigate(paths.complete([order_id]), { replace: true });
  }, [cartId, navigate, order_id, slug]);

  if (!cart) {
    // Nobody's cart, or an address that can be no cart's.
    if (error instanceof Refused && [400, 404].includes(error.status)) return notFound;
    if (error instanceof Refused)
      return (
        <Words title={t("pending.title")}>
          {error.code === "cart_expired" ? t("pending.failed") : shared("error.later")}
        </Words>
      );
    return (
      <Page>
        <div className={css.words}>
          <VisuallyHidden>{t("pending.loading")}</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton count={3} />
        </div>
      </Page>
    );
  }
  if (cart.state === "completed") return <Words title={t("pending.title")}>{t("pending.cleared")}</Words>;
  if (!cart.payment_in_progress)
    return (
      <Words
        title={t("pending.title")}
        action={
          <Link href={paths.checkout(cartId)} {...buttonLook({ kind: "primary" })}>
            {t("pending.pay_again")}
          </Link>
        }
      >
        {t("pending.failed")}
      </Words>
    );
  return (
    <Words title={t("pending.title")} note={t("pending.next")}>
      {t("pending.text", { cart_number: cart.cart_number })}
    </Words>
  );
}

type WordsProps = {
  readonly title: string;
  readonly children: ReactNode;
  readonly note?: string;
  readonly action?: ReactNode;
};

function Words({ title, children, note, action }: WordsProps) {
  return (
    <Page>
      <div className={css.words}>
        <h1>{title}</h1>
        <p className={css.thanks} role="status">
          {children}
        </p>
        {note && <p className={css.quiet}>{note}</p>}
        {action}
      </div>
    </Page>
  );
}
