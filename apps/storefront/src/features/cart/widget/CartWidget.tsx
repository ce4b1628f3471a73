import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { useCart } from "../cart.queries.ts";
import { cartStrings } from "../cart.strings.ts";
import { CartLines } from "./CartLines.tsx";
import { CartTimer } from "../expiry/CartTimer.tsx";
import { CartTotals } from "./CartTotals.tsx";
import css from "./CartWidget.module.css";
import { CodeDisclosure } from "../codes/CodeDisclosure.tsx";
import { useCartPageState } from "../cartPageState.ts";
import { useRemoval } from "./useRemoval.ts";

/** The visitor's cart, in a dialog that has a title and links around it. */
export function CartWidget() {
  return <CartContent timer={<CartTimer />} />;
}

export type HeldCartProps = {
  /** False if another button beside it is the primary one. */
  readonly isPrimary: boolean;
};

/** The visitor's cart in the panel beside an event, with a link to the checkout. */
export function HeldCart({ isPrimary }: HeldCartProps) {
  const t = useText(cartStrings);
  return (
    <PageSection heading={t("cart.held_title")} headingId="cart-title" action={<CartTimer isAtHeading />}>
      <CartContent hasCodes={isPrimary} />
      <CheckoutLink isPrimary={isPrimary} />
    </PageSection>
  );
}

type CartContentProps = {
  readonly timer?: ReactNode;
  /** False if the space is needed for the current choice; the checkout asks for codes too. */
  readonly hasCodes?: boolean;
};

function CartContent({ timer, hasCodes = true }: CartContentProps) {
  const { cart, isLoading } = useCart();
  const { bookedOrderId } = useCartPageState();
  const removal = useRemoval(cart);
  const t = useText(cartStrings);
  if (isLoading)
    return (
      <>
        <VisuallyHidden>{t("cart.loading")}</VisuallyHidden>
        <Skeleton count={3} />
      </>
    );
  if (!cart || cart.lines.length === 0)
    return (
      <>
        {bookedOrderId !== null && <p role="status">{t("cart.booked", { id: bookedOrderId })}</p>}
        <p className={css.empty}>{t("cart.empty")}</p>
      </>
    );
  return (
    <div className={css.receipt}>
      {timer}
      <div className={css.scroller}>
        <CartLines cart={cart} removal={removal} />
      </div>
      {hasCodes && (cart.editable || cart.cart_mods.length > 0) && <CodeDisclosure cart={cart} />}
      <div className={css.totals}>
        <CartTotals cart={cart} />
      </div>
    </div>
  );
}

/** The link to the checkout, with the amount due. */
function CheckoutLink({ isPrimary }: HeldCartProps) {
  const { cart } = useCart();
  const t = useText(cartStrings);
  if (!cart || cart.lines.length === 0 || cart.cart_fees.length === 0) return null;
  return (
    <div className={css.pay}>
      <Link href={paths.checkout()} {...buttonAttributes({ kind: isPrimary ? "primary" : "quiet" })}>
        {cart.payment_due_by_credit_card === "0" ? (
          t("cart.checkout")
        ) : (
          <span>
            {t("cart.pay")} <Price amount={cart.payment_due_by_credit_card} />
          </span>
        )}
      </Link>
    </div>
  );
}
