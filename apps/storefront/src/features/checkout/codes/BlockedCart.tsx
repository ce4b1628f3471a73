import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { CodeField } from "../../cart/codes/CodeField.tsx";
import { codeStrings } from "../../cart/codes/code.strings.ts";
import { useCodeEntry } from "../../cart/codes/useCodeEntry.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import css from "../Checkout.module.css";
import { checkoutStrings } from "../checkout.strings.ts";

export const codeRequiredModalName = "code-required-at-checkout";
const headingId = "checkout-blocked";

export type BlockedCartProps = {
  readonly cart: Cart;
  readonly block: BlockSummary;
};

/** The reasons why the order cannot be paid for, and a code field if a code removes them. */
export function BlockedCart({ cart, block }: BlockedCartProps) {
  const t = useText(checkoutStrings);
  if (block.kind === "not_allowed" || !cart.editable)
    return (
      <PageSection heading={t("blocked.title")} headingId={headingId}>
        <div className={css.content}>
          <Banner tone="warning" title={t("blocked.text")}>
            <Reasons block={block} />
          </Banner>
        </div>
      </PageSection>
    );
  return (
    <PageSection heading={t("blocked.code")} headingId={headingId}>
      <div className={css.content}>
        <Banner tone="warning" title={t("blocked.code_text")}>
          <Reasons block={block} />
        </Banner>
        <UnlockCodeForm cart={cart} />
      </div>
    </PageSection>
  );
}

const Reasons = ({ block }: { readonly block: BlockSummary }) =>
  block.reasons.map((reason) => <p key={reason}>{reason}</p>);

function UnlockCodeForm({ cart }: { readonly cart: Cart }) {
  const t = useText(codeStrings);
  const entry = useCodeEntry(cart.id, { asksForAnother: true });
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

/** Asks for the code in a dialog when the pay button is pressed without it. */
export function CodeRequiredDialog({ cart, block }: BlockedCartProps) {
  const t = useText(checkoutStrings);
  if (block.kind !== "code_required" || !cart.editable) return null;
  return (
    <CodeDialog name={codeRequiredModalName} title={t("blocked.code")} cart_id={cart.id} isRequired>
      <p>{t("blocked.code_text")}</p>
      <Reasons block={block} />
    </CodeDialog>
  );
}
