import { useId } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { isSome } from "../cancel/orderVisits.ts";
import { useOrderTicketName } from "../cancel/useOrderTicketName.ts";
import manage from "../Manage.module.css";
import type { MovableVisitTicket } from "./movableVisit.ts";
import css from "./Reschedule.module.css";

export type MovedTicketsProps = {
  readonly tickets: readonly MovableVisitTicket[];
  readonly left: ReadonlySet<string>;
  readonly isMissing: boolean;
  readonly onChange: (id: string, moves: boolean) => void;
};

/** The tickets that can be moved, each of which may stay. */
export function MovedTickets({ tickets, left, isMissing, onChange }: MovedTicketsProps) {
  const t = useText(rescheduleStrings);
  const nameOf = useOrderTicketName();
  const [headingId, errorId] = [useId(), useId()];
  return (
    <section className={manage.part} aria-labelledby={headingId}>
      <div className={css.intro}>
        <h2 id={headingId}>{t("move.tickets")}</h2>
        <p className={css.muted}>{t("move.tickets.hint")}</p>
        {tickets.some(({ seat_name }) => seat_name !== null) && <p className={css.muted}>{t("move.seats")}</p>}
      </div>
      <div
        role="group"
        aria-labelledby={headingId}
        aria-describedby={isMissing ? errorId : undefined}
        data-invalid={isMissing || undefined}
      >
        <ul role="list">
          {tickets.map((ticket) => (
            <li key={ticket.id} className={css.ticket}>
              <Checkbox
                label={nameOf(ticket)}
                checked={!left.has(ticket.id)}
                onChange={({ target }) => onChange(ticket.id, target.checked)}
              />
              {isSome(ticket.value) && <Price amount={ticket.value} />}
            </li>
          ))}
        </ul>
        {isMissing && <ErrorLine id={errorId}>{t("move.tickets.none")}</ErrorLine>}
      </div>
    </section>
  );
}
