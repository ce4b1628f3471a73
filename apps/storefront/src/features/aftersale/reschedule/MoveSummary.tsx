import { moveFee } from "@foyer/rules/aftersale/moveCost.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { isSome } from "../cancel/orderVisits.ts";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import css from "./Reschedule.module.css";
import { useCostText } from "./useCostText.ts";
import type { MoveForm } from "./useMoveForm.ts";

/** The new date and what it costs, once a time is chosen. */
export function MoveSummary({ form: { session, selected } }: { readonly form: MoveForm }) {
  const t = useText(rescheduleStrings);
  const money = useMoney();
  const { name, default_currency_code: currency } = useSeller();
  const dateOf = useCartDate();
  const cost = useCostText(selected)(session?.cost ?? null);
  if (!session || session.isPartly) return null;
  const fee = moveFee(selected, currency);
  const { local_day, local_start } = session;
  return (
    <dl className={css.summary}>
      <div>
        <dt>{t("move.new")}</dt>
        <dd>{dateOf({ ticket_date_time: null, all_day: false, local_day, local_start })}</dd>
      </div>
      <div>
        <dt>{t("move.price")}</dt>
        <dd>
          {cost ?? t("move.price.later")}
          {isSome(fee) && <span className={css.muted}>{t("move.fee", { amount: money(fee), seller: name })}</span>}
        </dd>
      </div>
    </dl>
  );
}
