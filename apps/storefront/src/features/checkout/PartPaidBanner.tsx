import { useEffect, useRef } from "react";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useMoney, useSeller, useText } from "../../shared/seller/seller.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import type { PaidParts } from "./useCheckoutForm.ts";

/** Confirms a partial payment at the top of the page, and scrolls there. */
export function PartPaidBanner({ paid }: { readonly paid: PaidParts }) {
  const t = useText(checkoutStrings);
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (paid.count === 0) return;
    window.scrollTo({ top: 0 });
    box.current?.focus({ preventScroll: true });
  }, [paid.count]);
  if (paid.count === 0) return null;
  return (
    <div ref={box} className={css.banner} tabIndex={-1}>
      <Banner tone="success">{t("checkout.part_paid", { amount: money(toDecimal(paid.amount, currency)) })}</Banner>
    </div>
  );
}
