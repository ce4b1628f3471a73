import { Link } from "wouter";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { Section } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { paths } from "../../shared/paths.ts";
import { Price, useText } from "../../shared/seller.tsx";
import { useCart } from "./cart.queries.ts";
import { cartStrings } from "./cart.strings.ts";
import { CartLines } from "./CartLines.tsx";
import { CartTimer } from "./CartTimer.tsx";
import { CartTotals } from "./CartTotals.tsx";
import css from "./CartWidget.module.css";
import { PromoEntry } from "./PromoEntry.tsx";
import { useStanding } from "./standing.ts";

export type CartWidgetProps = {
  /** 'aside' stands beside a page with a title and a pay button; a modal has both around it. */
  readonly layout: "aside" | "modal";
};

/** The visitor's cart as a receipt. */
export function CartWidget({ layout }: CartWidgetProps) {
  const t = useText(cartStrings);
  if (layout === "modal") return <Content />;
  return (
    <div className={css.aside}>
      <Section heading={t("cart.title")} headingId="cart-title">
        <Content />
        <PayLink />
      </Section>
    </div>
  );
}

function Content() {
  const { cart, isLoading } = useCart();
  const { booked } = useStanding();
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
        {booked !== null && <p role="status">{t("cart.booked", { id: booked })}</p>}
        <p className={css.empty}>{t("cart.empty")}</p>
      </>
    );
  return (
    <div className={css.receipt}>
      <CartTimer />
      <div className={css.scroller}>
        <CartLines cart={cart} />
      </div>
      {(cart.editable || cart.cart_mods.length > 0) && <PromoEntry cart={cart} />}
      <div className={css.totals}>
        <CartTotals cart={cart} />
      </div>
    </div>
  );
}

/** To the checkout, with what is owed on it. */
export function PayLink() {
  const { cart } = useCart();
  const t = useText(cartStrings);
  if (!cart || cart.lines.length === 0 || cart.cart_fees.length === 0) return null;
  return (
    <div className={css.pay}>
      <Link href={paths.checkout()} {...buttonLook({ kind: "primary" })}>
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
