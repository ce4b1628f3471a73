import type { ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";
import { findPrice, type FoundPrice } from "@foyer/rules/schedule/priceRules.ts";
import { readPriceRules } from "@foyer/rules/schedule/readTimetable.ts";
import type { Loose } from "../document.ts";
import { sessionPricedTypes } from "./priceTypes.ts";
import css from "./schedule.module.css";

type Props = { readonly event: Loose; readonly session: ScheduledSession; readonly today: string };

const sourceName = ({ by }: FoundPrice): string =>
  by === "type" ? "its own price" : by === "session" ? "this session’s price" : `by rule ${by + 1}`;

/** The price of each ticket type in a session, with the reason. */
export function PricesOfSession({ event, session, today }: Props) {
  const rules = readPriceRules(event);
  return (
    <ul className={css.prices} aria-label={`Prices at ${session.local_start}`}>
      {sessionPricedTypes(event, []).map((type) => {
        const found = findPrice(rules, session, type, today);
        return (
          <li key={type.key}>
            {type.name} {found.amount || "–"} <span className={css.quiet}>{sourceName(found)}</span>
          </li>
        );
      })}
    </ul>
  );
}
