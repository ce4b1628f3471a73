import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useMoney, useText } from "../../shared/seller/seller.tsx";
import { ordersStrings } from "./orders.strings.ts";

/** Says that the buyer's bank has taken a payment back, and what happens next; renders nothing otherwise. */
export function TakenBack({ amount }: { readonly amount: string | null | undefined }) {
  const t = useText(ordersStrings);
  const money = useMoney();
  if (amount == null) return null;
  return (
    <Banner tone="warning" title={t("complete.taken_back", { amount: money(amount) })}>
      {t("complete.taken_back.next")}
    </Banner>
  );
}
