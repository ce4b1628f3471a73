import type { Cart } from "@foyer/contract/cart.ts";
import type { Block } from "@foyer/rules/blockedCart.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Section } from "@foyer/ui/Layout.tsx";
import { useText } from "../../shared/seller.tsx";
import { CodeField } from "../cart/CodeField.tsx";
import { promoStrings } from "../cart/promo.strings.ts";
import { useCodeEntry } from "../cart/useCodeEntry.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";

export const codeRequiredModal = "code-required-at-checkout";
const headingId = "checkout-blocked";

export type BlockedCartProps = {
  readonly cart: Cart;
  readonly block: Block;
};

/** What stands in the way of paying, and the code that lifts it where one does. */
export function BlockedCart({ cart, block }: BlockedCartProps) {
  const t = useText(checkoutStrings);
  if (block.kind === "not_allowed" || !cart.editable)
    return (
      <Section heading={t("blocked.title")} headingId={headingId}>
        <div className={css.content}>
          <Banner tone="warning" title={t("blocked.text")}>
            <Reasons block={block} />
          </Banner>
        </div>
      </Section>
    );
  return (
    <Section heading={t("blocked.code")} headingId={headingId}>
      <div className={css.content}>
        <Banner tone="warning" title={t("blocked.code_text")}>
          <Reasons block={block} />
        </Banner>
        <CodeForm cart={cart} />
      </div>
    </Section>
  );
}

/** Said of the button that cannot be pressed, and of the cart. */
const Reasons = ({ block }: { readonly block: Block }) => block.reasons.map((reason) => <p key={reason}>{reason}</p>);

/** To where the codes of the order are listed: the section goes with the code that lifts it. */
const showCodes = () => document.querySelector<HTMLElement>("main [data-codes]")?.focus();

function CodeForm({ cart }: { readonly cart: Cart }) {
  const t = useText(promoStrings);
  const entry = useCodeEntry(cart.id, { addsAnother: true, onApplied: showCodes });
  return (
    <form noValidate className={css.codeForm} aria-labelledby={headingId} onSubmit={entry.submit}>
      <CodeField
        entry={entry}
        action={
          <Button type="submit" busy={entry.isBusy}>
            {t("code.apply")}
          </Button>
        }
      />
    </form>
  );
}

/** The same question over the page, for whoever wants to pay before it is answered. */
export function CodeRequired({ cart, block }: BlockedCartProps) {
  const t = useText(checkoutStrings);
  if (block.kind !== "code_required" || !cart.editable) return null;
  return (
    <CodeDialog name={codeRequiredModal} title={t("blocked.code")} cart_id={cart.id} isNeeded onApplied={showCodes}>
      <p>{t("blocked.code_text")}</p>
      <Reasons block={block} />
    </CodeDialog>
  );
}
