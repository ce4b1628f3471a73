import { lazy, Suspense } from "react";
import { Link } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { paths } from "../../shared/url/paths.ts";
import { cartStrings } from "../cart/cart.strings.ts";
import { CartLines } from "../cart/widget/CartLines.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { CheckoutCodes } from "./codes/CheckoutCodes.tsx";
import { LineDescription } from "./LineDescription.tsx";

/** Lazy, because few sellers ask for a donation. */
const Donation = lazy(() => loadChunk(() => import("./Donation.tsx")).then((part) => ({ default: part.Donation })));

export type OrderSectionProps = {
  readonly cart: Cart;
  readonly isOwn: boolean;
  readonly block: BlockSummary | undefined;
};

/** What is bought, its codes, and the offer to donate. */
export function OrderSection({ cart, isOwn, block }: OrderSectionProps) {
  const t = useText(checkoutStrings);
  const cartText = useText(cartStrings);
  const { checkout_donation_event_id } = useSeller().web;
  return (
    <PageSection
      heading={t("checkout.order")}
      headingId="checkout-order"
      action={isOwn && <Link href={paths.allEvents()}>{cartText("cart.more_events")}</Link>}
    >
      <div className={css.content}>
        {!isOwn && <p className={css.quiet}>{t("checkout.linked")}</p>}
        {cart.member_tickets > 0 && <p className={css.quiet}>{t("checkout.member")}</p>}
        <CartLines cart={cart} extraOf={(line) => <LineDescription line={line} />} />
        <CheckoutCodes cart={cart} isRequired={block?.kind === "code_required"} />
        {checkout_donation_event_id !== undefined && cart.editable && !cart.payment_in_progress && (
          <Suspense fallback={null}>
            <Donation cart={cart} event_template_id={checkout_donation_event_id} />
          </Suspense>
        )}
      </div>
    </PageSection>
  );
}
