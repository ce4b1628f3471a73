import type { PlanPage } from "@foyer/contract/office/orders/plans.ts";
import { formatMoney } from "../../../shared/format/format.ts";
import recordCss from "../../../shared/styles/Record.module.css";

/** The days and amounts that are still to be paid. */
export function Instalments({ instalments, currency }: Pick<PlanPage, "instalments" | "currency">) {
  return (
    <ul className={recordCss.rows} aria-label="Open instalments">
      {instalments.map(({ due_date, amount }) => (
        <li key={due_date} className={recordCss.row}>
          <span>Due {due_date}</span>
          <span className={recordCss.amount}>{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </ul>
  );
}
