import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { paths } from "../../shared/paths.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { cartStrings } from "../cart/cart.strings.ts";
import { CartTimedOut } from "../cart/CartTimedOut.tsx";
import css from "./Checkout.module.css";
import { useCheckoutCart, type CheckoutCart } from "./checkout.queries.ts";
import { checkoutStrings } from "./checkout.strings.ts";
import { CheckoutForm } from "./CheckoutForm.tsx";
import { OrderedCart } from "./OrderedCart.tsx";
import { useReturnedPayment } from "./useReturnedPayment.ts";

/** Was there a form, which is now gone with whatever had the focus? */
const AfterForm = createContext(false);

/** The checkout of a cart: the one of the address, of an order, or the visitor's own. */
export function CheckoutPanel({ cartId }: { readonly cartId: string | undefined }) {
  // Read anew when it changes: the server renders this page without its query.
  const query = new URLSearchParams(useSearch());
  const asked = { orderId: query.get("orderId") ?? undefined, token: query.get("token") ?? undefined };
  // A cart in the path is meant before one in the query, and that before an order (requirements OPEN-08).
  const found = useCheckoutCart({ cartId: cartId ?? query.get("cartId") ?? undefined, ...asked });
  const returned = useReturnedPayment();
  const [, navigate] = useLocation();
  // Back from the bank, and somebody has seen to it meanwhile.
  const done = returned !== undefined && found.kind === "booked" ? found.order_id : null;
  useEffect(() => {
    if (done !== null) navigate(paths.complete([done]), { replace: true });
  }, [done, navigate]);

  const [hadForm, setHadForm] = useState(false);
  if (found.kind === "ready" && !hadForm) setHadForm(true);

  if (found.kind === "ordered") return <OrderedCart cart={found.cart} order={found.order} />;
  if (found.kind === "ready")
    return <CheckoutForm key={found.cart.id} cart={found.cart} own={found.own} returned={returned} />;
  return (
    <Page>
      <AfterForm value={hadForm}>
        <Instead found={found} />
      </AfterForm>
    </Page>
  );
}

function Instead({ found }: { readonly found: Exclude<CheckoutCart, { kind: "ready" | "ordered" }> }) {
  const t = useText(checkoutStrings);
  const cart = useText(cartStrings);
  const shared = useText(sharedStrings);
  switch (found.kind) {
    case "loading":
      return (
        <div className={css.waiting}>
          <VisuallyHidden>{t("checkout.loading")}</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton count={4} />
          <Skeleton shape="control" count={2} />
        </div>
      );
    case "timed_out":
      return <CartTimedOut />;
    case "booked":
      return (
        <Said title={t("checkout.booked.title")} text={cart("cart.booked", { id: found.id })}>
          {found.order_id !== null && (
            <Link href={paths.complete([found.order_id])} {...buttonLook({ kind: "primary" })}>
              {t("checkout.view_order")}
            </Link>
          )}
        </Said>
      );
    case "none":
      return (
        <Said title={t("checkout.empty.title")} text={t("checkout.empty")}>
          <ToEvents />
        </Said>
      );
    case "denied":
      return (
        <Said title={t("checkout.title")} text={t("checkout.denied")}>
          <ToEvents />
        </Said>
      );
    case "order_not_found":
      return (
        <Said title={t("checkout.title")} text={t("checkout.order_not_found")}>
          <ToEvents />
        </Said>
      );
    case "failed":
      return (
        <Said title={t("checkout.title")} text={shared("error.later")}>
          <ToEvents />
        </Said>
      );
  }
}

function ToEvents() {
  const t = useText(checkoutStrings);
  return (
    <Link href={paths.events()} {...buttonLook({ kind: "primary" })}>
      {t("checkout.see_events")}
    </Link>
  );
}

function Said({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hadForm = use(AfterForm);
  useEffect(() => {
    if (hadForm && document.activeElement === document.body) heading.current?.focus();
  }, [hadForm]);
  return (
    <div className={css.said}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
