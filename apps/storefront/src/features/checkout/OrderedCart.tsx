import { Link } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page, PageSection, Sections } from "@foyer/ui/layout/Layout.tsx";
import { paths } from "../../shared/url/paths.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { cartStrings } from "../cart/cart.strings.ts";
import { CartLines } from "../cart/widget/CartLines.tsx";
import { CartTotals } from "../cart/widget/CartTotals.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { LineDescription } from "./LineDescription.tsx";

/** The checkout of an order: its items and payments, read-only. */
export function OrderedCart({ cart, order }: { readonly cart: Cart; readonly order: TicketOrder }) {
  const t = useText(checkoutStrings);
  const cartText = useText(cartStrings);
  return (
    <Page>
      <div className={css.head}>
        <h1>{t("checkout.title")}</h1>
        <p>{cartText("cart.booked", { id: order.order_number })}</p>
      </div>
      <Sections>
        <PageSection heading={t("checkout.order")} headingId="checkout-order">
          <div className={css.content}>
            <CartLines cart={{ ...cart, editable: false }} extraOf={(line) => <LineDescription line={line} />} />
          </div>
        </PageSection>
        <PageSection heading={t("checkout.payment")} headingId="checkout-payment">
          <div className={css.content}>
            {cart.outstanding_balance === "0" && <p className={css.quiet}>{t("checkout.nothing_due")}</p>}
            <CartTotals cart={cart} />
            <p>
              <Link href={paths.complete([order.id], order.token)} {...buttonAttributes({ kind: "primary" })}>
                {t("checkout.view_order")}
              </Link>
            </p>
          </div>
        </PageSection>
      </Sections>
    </Page>
  );
}
