import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { useText } from "../../shared/seller.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import type { CardForm } from "./useCard.ts";

/** Where the provider's fields stand, or will: the page below keeps its place. */
export function ProviderPlace({ card: { fields, canPay } }: { readonly card: Pick<CardForm, "fields" | "canPay"> }) {
  const t = useText(checkoutStrings);
  return (
    <div className={css.provider} aria-busy={!canPay}>
      {!canPay && <VisuallyHidden>{t("checkout.provider_loading")}</VisuallyHidden>}
      {fields ? <fields.Fields {...fields.props} /> : <Skeleton shape="control" count={3} />}
    </div>
  );
}
