import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { SomeEvents } from "../listing/SomeEvents.tsx";
import { paths } from "../../shared/url/paths.ts";
import { failureText } from "../../shared/errors/failureText.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { rememberNewOrders } from "../../shared/storage/newOrders.ts";
import { useSaved } from "../../shared/storage/saved.ts";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { cartStrings } from "../cart/cart.strings.ts";
import { CartExpiredScreen } from "../cart/expiry/CartExpiredScreen.tsx";
import css from "./Checkout.module.css";
import { useCheckoutCart, type CheckoutCart } from "./checkout.queries.ts";
import { checkoutStrings } from "./checkout.strings.ts";
import { CheckoutForm, type CheckoutFormProps } from "./CheckoutForm.tsx";
import { ConfirmingPayment } from "./ConfirmingPayment.tsx";
import { DeniedCart, LoginToCart } from "./DeniedCart.tsx";
import { OrderedCart } from "./OrderedCart.tsx";
import { useChangeReturn } from "./payment/useChangeReturn.ts";
import { useReturnedPayment } from "./payment/useReturnedPayment.ts";
import { useHasLoadedForms } from "./purchaser/purchaser.queries.ts";
import { useLastPurchase } from "./useLastPurchase.ts";

/** Whether a form was shown before, in which case the focus may have been lost with it. */
const HadFormContext = createContext(false);

/** The checkout of the cart in the URL, of an order, or of the visitor's own cart. */
export function CheckoutPanel({ cartId }: { readonly cartId: string | undefined }) {
  // The server renders this page without its query.
  const query = new URLSearchParams(useSearch());
  const orderParameters = { orderId: query.get("orderId") ?? undefined, token: query.get("token") ?? undefined };
  // A cart in the path takes precedence over one in the query, and that over an order.
  const found = useCheckoutCart({ cartId: cartId ?? query.get("cartId") ?? undefined, ...orderParameters });
  const returnedPayment = useReturnedPayment();
  const isChange = useChangeReturn(cartId, found, returnedPayment);
  const isBought = useLastPurchase(found, [cartId, query.get("cartId"), query.get("orderId")].some(Boolean));
  const isLeading = isChange || isBought;
  const [, navigate] = useLocation();
  // The payer has returned from the bank, and a webhook has completed the order meanwhile.
  const bookedOrderId = !isLeading && returnedPayment !== undefined && found.kind === "booked" ? found.order_id : null;
  const { slug } = useSeller();
  useEffect(() => {
    if (bookedOrderId === null) return;
    rememberNewOrders(slug, [bookedOrderId]);
    navigate(paths.complete([bookedOrderId]), { replace: true });
  }, [bookedOrderId, navigate, slug]);

  const [hadForm, setHadForm] = useState(false);
  if (found.kind === "ready" && !hadForm) setHadForm(true);

  if (isLeading) return <ConfirmingPayment />;
  if (found.kind === "ordered") return <OrderedCart cart={found.cart} order={found.order} />;
  if (found.kind === "ready")
    return (
      <KnownCheckout key={found.cart.id} cart={found.cart} isOwn={found.isOwn} returnedPayment={returnedPayment} />
    );
  return (
    <>
      <Page>
        <HadFormContext value={hadForm}>
          <CheckoutFallback found={found} />
        </HadFormContext>
      </Page>
      {(found.kind === "none" || found.kind === "denied" || found.kind === "lost") && <SomeEvents />}
    </>
  );
}

/** The form, shown once its questions are known, so that no field appears later and moves the others. */
function KnownCheckout(props: CheckoutFormProps) {
  const isKnown = useHasLoadedForms(props.cart, props.isOwn);
  if (isKnown) return <CheckoutForm {...props} />;
  return (
    <Page>
      <CheckoutFallback found={{ kind: "loading" }} />
    </Page>
  );
}

function CheckoutFallback({ found }: { readonly found: Exclude<CheckoutCart, { kind: "ready" | "ordered" }> }) {
  const t = useText(checkoutStrings);
  const cart = useText(cartStrings);
  const shared = useText(sharedStrings);
  const client = useQueryClient();
  switch (found.kind) {
    case "loading":
      return (
        <div className={css.loading}>
          <VisuallyHidden>{t("checkout.loading")}</VisuallyHidden>
          <Skeleton shape="title" />
          <Skeleton count={4} />
          <Skeleton shape="control" count={2} />
        </div>
      );
    case "expired":
      return <CartExpiredScreen />;
    case "booked":
      return (
        <CheckoutMessage
          title={t("checkout.booked.title")}
          text={found.order_id === null ? t("checkout.booked.shared") : cart("cart.booked", { id: found.order_id })}
        >
          {found.order_id === null ? (
            <EventsLink />
          ) : (
            <Link href={paths.complete([found.order_id])} {...buttonAttributes({ kind: "primary" })}>
              {t("checkout.view_order")}
            </Link>
          )}
        </CheckoutMessage>
      );
    case "none":
      return (
        <CheckoutMessage title={t("checkout.empty.title")} text={t("checkout.empty")}>
          <EventsLink />
        </CheckoutMessage>
      );
    case "lost":
      return <LostCart cart_id={found.cart_id} isOfMember={found.isOfMember} />;
    case "denied":
      return (
        <CheckoutMessage title={t("checkout.denied.title")} text={t("checkout.denied")}>
          <DeniedCart
            onLogin={() => void client.resetQueries({ queryKey: ["cart"] })}
            events={t("checkout.see_events")}
          />
        </CheckoutMessage>
      );
    case "order_not_found":
      return (
        <CheckoutMessage title={t("checkout.title")} text={t("checkout.order_not_found")}>
          <EventsLink />
        </CheckoutMessage>
      );
    case "failed":
      return (
        <CheckoutMessage title={t("checkout.title")} text={failureText(shared, shared("error.later"))}>
          <EventsLink />
        </CheckoutMessage>
      );
  }
}

/** Replaces the form when the session has ended. A member gets their cart back after a login. */
function LostCart({ cart_id, isOfMember }: { readonly cart_id: string; readonly isOfMember: boolean }) {
  const t = useText(checkoutStrings);
  const [, change] = useSaved();
  if (!isOfMember)
    return (
      <CheckoutMessage title={t("checkout.lost.title")} text={t("checkout.lost")}>
        <EventsLink />
      </CheckoutMessage>
    );
  return (
    <CheckoutMessage title={t("checkout.lost.member.title")} text={t("checkout.lost.member")}>
      <LoginToCart onLogin={() => change({ cart_id, local_expiry: null })} events={t("checkout.see_events")} />
    </CheckoutMessage>
  );
}

function EventsLink() {
  const t = useText(checkoutStrings);
  return (
    <Link href={paths.events()} {...buttonAttributes({ kind: "primary" })}>
      {t("checkout.see_events")}
    </Link>
  );
}

function CheckoutMessage({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hadForm = use(HadFormContext);
  useEffect(() => {
    if (hadForm && document.activeElement === document.body) heading.current?.focus();
  }, [hadForm]);
  return (
    <div className={css.message}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
