import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings, confirmStrings } from "../aftersale.strings.ts";
import type { Visit } from "../cancel/orderVisits.ts";
import { useOrderTicketName } from "../cancel/useOrderTicketName.ts";
import css from "./Confirm.module.css";

export type LostTicketsProps = { readonly change: PendingChange; readonly visits: readonly Visit[] };

/** The tickets that are given up without a replacement. */
export function LostTickets({ change, visits }: LostTicketsProps) {
  const t = useText(confirmStrings);
  const cancel = useText(cancelStrings);
  const nameOf = useOrderTicketName();
  const moved = new Set(change.moves.map(({ from }) => from));
  const lost = new Set([...change.removed, ...change.along].filter((id) => !moved.has(id)));
  const named = visits.flatMap(({ line, tickets }) =>
    tickets.filter(({ ticket_id }) => lost.has(ticket_id)).map((ticket) => ({ ...ticket, event: line.name })),
  );
  if (named.length === 0) return null;
  return (
    <section className={css.lost} aria-labelledby="change-lost">
      <h2 id="change-lost">{t("confirm.lost")}</h2>
      <ul>
        {named.map((ticket) => (
          <li key={ticket.ticket_id}>
            {cancel("cancel.event_ticket", { event: ticket.event, ticket: nameOf(ticket) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
