import { moveFee } from "@foyer/rules/aftersale/move/moveCost.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { isPositiveAmount } from "../cancel/orderVisits.ts";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import type { ChosenTicket } from "./movableVisit.ts";
import css from "./Reschedule.module.css";
import { useCostText } from "./useCostText.ts";
import type { MoveForm } from "./useMoveForm.ts";

/** The new date or types and their cost, once chosen. */
export function MoveSummary({
  form: { session, times, selected, isKept, isUnchanged, cost },
}: {
  readonly form: MoveForm;
}) {
  const t = useText(rescheduleStrings);
  const money = useMoney();
  const { name, default_currency_code: currency } = useSeller();
  const dateOf = useCartDate();
  const costText = useCostText(selected)(cost);
  if (isUnchanged || (!isKept && (!session || session.isPartly))) return null;
  const fee = moveFee(selected, currency);
  return (
    <dl className={css.summary}>
      {session ? (
        <div>
          <dt>{t("move.new")}</dt>
          <dd>{dateOf({ ...session, ticket_date_time: null, all_day: times.isAllDay })}</dd>
        </div>
      ) : (
        <NewTypes selected={selected} />
      )}
      <div>
        <dt>{t("move.price")}</dt>
        <dd>
          {costText ?? t("move.price.later")}
          {isPositiveAmount(fee) && (
            <span className={css.muted}>{t("move.fee", { amount: money(fee), seller: name })}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** '2 × Child', replacing the exchanged tickets. */
function NewTypes({ selected }: { readonly selected: readonly ChosenTicket[] }) {
  const t = useText(rescheduleStrings);
  const types = [...Map.groupBy(selected, ({ new_type }) => new_type.id)];
  return (
    <div>
      <dt>{t("exchange.new")}</dt>
      {types.map(([id, tickets]) => (
        <dd key={id}>{t("exchange.count", { count: tickets.length, type: tickets[0]?.new_type.name ?? "" })}</dd>
      ))}
    </div>
  );
}
