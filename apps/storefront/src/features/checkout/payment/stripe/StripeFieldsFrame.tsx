import type { ReactNode } from "react";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import { checkoutStrings } from "../../checkout.strings.ts";
import css from "./StripeFieldsFrame.module.css";

export type StripeFieldsFrameProps = {
  readonly isLoading: boolean;
  /** The fields. A skeleton is shown until they are loaded. */
  readonly children: ReactNode;
};

/** Reserves the height of Stripe's fields while they load. */
export function StripeFieldsFrame({ isLoading, children }: StripeFieldsFrameProps) {
  const t = useText(checkoutStrings);
  return (
    <div className={css.fields} aria-busy={isLoading}>
      {isLoading && <VisuallyHidden>{t("checkout.provider_loading")}</VisuallyHidden>}
      {children || <Skeleton shape="control" count={3} />}
    </div>
  );
}
