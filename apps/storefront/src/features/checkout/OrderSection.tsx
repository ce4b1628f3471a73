import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { Disclosure } from "@foyer/ui/layout/Disclosure.tsx";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../shared/loading/LoadedPart.tsx";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { paths } from "../../shared/url/paths.ts";
import { cartStrings } from "../cart/cart.strings.ts";
import { CartTimer } from "../cart/expiry/CartTimer.tsx";
import { CartLines } from "../cart/widget/CartLines.tsx";
import type { Removal } from "../cart/widget/useRemoval.ts";
import { countTickets, holdsVisitsOnly } from "../cart/widget/countTickets.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import checkoutCss from "./Checkout.module.css";
import css from "./OrderSection.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { CheckoutCodes } from "./codes/CheckoutCodes.tsx";
import { LineDescription } from "./LineDescription.tsx";
import type { UnusedBenefitsProps } from "./UnusedBenefits.tsx";

/** Lazy, because few sellers ask for a donation. */
const lazyDonation = lazyComponent([], () => import("./donation/Donation.tsx"));

/** Lazy, because most buyers are not members. */
const lazyUnusedBenefits = lazyComponent([], () => import("./UnusedBenefits.tsx"));

type OrderProps = { readonly cart: Cart; readonly isOwn: boolean; readonly removal: Removal };

/** Beside the form on a desktop: the items, their codes, the donation offer, and the totals. */
export function OrderAside({ totals, ...props }: OrderProps & OrderExtrasProps & { readonly totals: ReactNode }) {
  const t = useText(checkoutStrings);
  return (
    <div className={css.order}>
      <PageSection
        heading={t("checkout.order")}
        headingId="checkout-order"
        action={props.isOwn && <CartTimer isAtHeading />}
      >
        <OrderLines cart={props.cart} isOwn={props.isOwn} removal={props.removal} />
        <OrderExtras cart={props.cart} block={props.block} />
        {totals}
      </PageSection>
    </div>
  );
}

/** Above the form on phones and tablets: one line that expands to show the items. */
export function CollapsedOrder({ total, ...props }: OrderProps & { readonly total: ReactNode }) {
  const t = useText(checkoutStrings);
  // Initially open if a removal is to be confirmed, after the window has become narrow.
  const [isOpen, setOpen] = useState(props.removal.confirming !== undefined);
  return (
    <PageSection>
      <Disclosure
        open={isOpen}
        onToggle={setOpen}
        summary={
          <span className={css.fold}>
            <span>{t("checkout.order")}</span>
            <span className={css.collapsedTotal}>
              {t(holdsVisitsOnly(props.cart) ? "checkout.tickets" : "checkout.items", {
                count: countTickets(props.cart),
              })}{" "}
              · {total}
            </span>
          </span>
        }
      >
        <OrderLines {...props} />
      </Disclosure>
    </PageSection>
  );
}

function OrderLines({ cart, isOwn, removal }: OrderProps) {
  const t = useText(checkoutStrings);
  const cartText = useText(cartStrings);
  const isMember = useLoginStrength() !== "none";
  return (
    <div className={checkoutCss.content}>
      {!isOwn && <p className={checkoutCss.quiet}>{t("checkout.linked")}</p>}
      {cart.member_tickets > 0 && <p className={checkoutCss.quiet}>{t("checkout.member")}</p>}
      <CartLines
        cart={cart}
        removal={removal}
        extraOf={(line) => (
          <>
            <LineDescription line={line} />
            {isOwn && isMember && line.event_session_id !== null && (
              <BenefitsNote cart={cart} line={line} event_session_id={line.event_session_id} />
            )}
          </>
        )}
      />
      {isOwn && (
        <p className={css.more}>
          <Link href={paths.allEvents()}>{cartText("cart.more_events")}</Link>
        </p>
      )}
    </div>
  );
}

/** A hint: the checkout is complete without it, so a failed load is not reported. */
function BenefitsNote(props: UnusedBenefitsProps) {
  const part = lazyUnusedBenefits.useLoadedWhen(true);
  return part && <part.UnusedBenefits {...props} />;
}

export type OrderExtrasProps = { readonly cart: Cart; readonly block: BlockSummary | undefined };

/** The codes of the order, and the donation offer, one line each. */
export function OrderExtras({ cart, block }: OrderExtrasProps) {
  const t = useText(checkoutStrings);
  const { checkout_donation_event_id } = useSeller().web;
  // Kept here, because the line can be opened before its content's script has loaded.
  const [isDonationOpen, setDonationOpen] = useState<boolean>();
  return (
    <div className={css.extras}>
      <CheckoutCodes cart={cart} isRequired={block?.kind === "code_required"} />
      {checkout_donation_event_id !== undefined && cart.editable && !cart.payment_in_progress && (
        // The line keeps its space while the script loads.
        <LoadedPart
          part={lazyDonation}
          placeholder={
            <Disclosure summary={t("donation.title")} open={isDonationOpen ?? false} onToggle={setDonationOpen}>
              {null}
            </Disclosure>
          }
        >
          {(part) => (
            <part.Donation
              cart={cart}
              event_template_id={checkout_donation_event_id}
              isOpen={isDonationOpen}
              onToggle={setDonationOpen}
            />
          )}
        </LoadedPart>
      )}
    </div>
  );
}
