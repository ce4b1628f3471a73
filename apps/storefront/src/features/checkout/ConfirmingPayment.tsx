import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Spinner } from "@foyer/ui/feedback/Spinner.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";

/** Shown while the outcome of a returned payment is unknown. */
export function ConfirmingPayment() {
  const t = useText(checkoutStrings);
  return (
    <Page>
      <div className={css.message} role="status">
        <Spinner />
        <h1>{t("checkout.confirming")}</h1>
        <p>{t("checkout.confirming.text")}</p>
      </div>
    </Page>
  );
}
