import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "../Checkout.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import type { CardPayment } from "./useCardPayment.ts";

/** Where the provider's fields stand, or will: the page below keeps its place. */
export function ProviderFields({
  card: { fields, canPay },
}: {
  readonly card: Pick<CardPayment, "fields" | "canPay">;
}) {
  const t = useText(checkoutStrings);
  return (
    <div className={css.provider} aria-busy={!canPay}>
      {!canPay && <VisuallyHidden>{t("checkout.provider_loading")}</VisuallyHidden>}
      {fields ? <fields.Fields {...fields.props} /> : <Skeleton shape="control" count={3} />}
    </div>
  );
}
