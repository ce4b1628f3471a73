import { useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "./Express.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import { FailureBanner } from "../FailureBanner.tsx";
import type { WalletButtonsProps, WalletPayment } from "../payment/pageGateway.ts";
import type { ProviderRefusal } from "../payment/ProviderRefusal.ts";
import { TermsField } from "../purchaser/TermsField.tsx";
import type { CheckoutParts } from "../useCheckoutParts.ts";
import { hasNoWallets, rememberNoWallets } from "./noWallets.ts";

export type WalletSectionProps = {
  readonly Buttons: NonNullable<CheckoutParts["WalletButtons"]>;
  readonly cart: Cart;
  readonly parts: CheckoutParts;
  /** Why the payment with the pressed wallet failed. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly onConfirm: (payment: WalletPayment) => void;
  readonly onRefusal: (refusal: ProviderRefusal) => void;
};

/** Which details a wallet is asked for in addition to a name and an address. */
const asksOf = ({ purchaser }: CheckoutParts): WalletButtonsProps["asks"] => {
  const names = new Set(purchaser.fields.map(({ name }) => name));
  return { email: names.has("email"), phone: names.has("phone") };
};

/**
 * At the top of the checkout: wallets that supply the buyer's details and the payment. Space is reserved while they load,
 * unless this browser had none before.
 */
export function WalletSection({ Buttons, cart, parts, problem, isBusy, onConfirm, onRefusal }: WalletSectionProps) {
  const t = useText(checkoutStrings);
  const { giftCards, wallet, terms, fee } = parts;
  const [hasWallets, setHasWallets] = useState(() => (hasNoWallets() ? false : undefined));
  const note = (found: boolean): void => {
    setHasWallets(found);
    rememberNoWallets(!found);
  };
  return (
    <div hidden={hasWallets === false}>
      <PageSection>
        <div className={css.express} role="group" aria-labelledby="checkout-wallets">
          <div>
            <h2 id="checkout-wallets">{t("wallet.title")}</h2>
          </div>
          <FailureBanner text={problem} isFromServer />
          {wallet.isOutdated && <Banner tone="warning">{t("wallet.outdated")}</Banner>}
          {wallet.name !== undefined && <KeptWallet name={wallet.name} isBusy={isBusy} onDrop={wallet.drop} />}
          <div className={css.walletRow} hidden={wallet.name !== undefined} aria-busy={hasWallets === undefined}>
            {hasWallets === undefined && <Skeleton shape="control" />}
            <Buttons
              fee={fee}
              remaining={giftCards.remaining}
              currency={cart.currency}
              asks={asksOf(parts)}
              onKnown={note}
              onConfirm={onConfirm}
              onRefusal={onRefusal}
            />
          </div>
          {terms.terms?.accepted_by_paying && <TermsField terms={terms} isSmall />}
          {wallet.name === undefined && <p className={css.or}>{t("wallet.or")}</p>}
        </div>
      </PageSection>
    </div>
  );
}

/** A wallet that pays as soon as nothing is missing. */
function KeptWallet({
  name,
  isBusy,
  onDrop,
}: Pick<WalletSectionProps, "isBusy"> & { readonly name: string; readonly onDrop: () => void }) {
  const t = useText(checkoutStrings);
  if (isBusy) return <Banner>{t("wallet.paying", { wallet: name })}</Banner>;
  return (
    <Banner tone="success">
      <p>{t("wallet.kept", { wallet: name })}</p>
      <Button kind="text" size="small" onClick={onDrop}>
        {t("wallet.other")}
      </Button>
    </Banner>
  );
}
