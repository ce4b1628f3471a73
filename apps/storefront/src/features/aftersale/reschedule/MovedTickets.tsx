import { useId } from "react";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { messagesFor } from "@foyer/rules/catalog/messageRules.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { isPositiveAmount } from "../cancel/orderVisits.ts";
import { useTicketChoiceName } from "../cancel/useOrderTicketName.ts";
import manage from "../Manage.module.css";
import { ExchangeSelect } from "./ExchangeSelect.tsx";
import { ExchangeVoucher } from "./ExchangeVoucher.tsx";
import type { MovableVisitTicket } from "./movableVisit.ts";
import css from "./Reschedule.module.css";
import type { MoveForm } from "./useMoveForm.ts";

export type MovedTicketsProps = { readonly form: MoveForm; readonly line: CartLine };

/**
 * The tickets that can be changed. If the time changes, each can stay behind; each can also be exchanged for another type.
 */
export function MovedTickets({ form, line }: MovedTicketsProps) {
  const t = useText(rescheduleStrings);
  const { offered, isKept } = form;
  const isMissing = form.isMissing("tickets");
  const [headingId, errorId] = [useId(), useId()];
  return (
    <section className={manage.part} aria-labelledby={headingId}>
      <div className={css.intro}>
        <h2 id={headingId}>{t(isKept ? "exchange.tickets" : "move.tickets")}</h2>
        <p className={css.muted}>{t("move.tickets.hint")}</p>
        {!isKept && offered.some(({ seat_name }) => seat_name !== null) && (
          <p className={css.muted}>{t("move.seats")}</p>
        )}
      </div>
      <div
        role="group"
        aria-labelledby={headingId}
        aria-describedby={isMissing ? errorId : undefined}
        data-invalid={isMissing || undefined}
      >
        <ul role="list">
          {offered.map((ticket) => (
            <li key={ticket.id} className={css.ticket}>
              <TicketName ticket={ticket} form={form} />
              {isPositiveAmount(ticket.value) && <Price amount={ticket.value} />}
              {ticket.canExchange && (isKept || !form.staying.has(ticket.id)) && (
                <ExchangeSelect ticket={ticket} form={form} />
              )}
              <ExchangeVoucher ticket={ticket} form={form} />
            </li>
          ))}
        </ul>
        {isMissing && <ErrorLine id={errorId}>{t("move.tickets.none")}</ErrorLine>}
      </div>
      <QuantityMessages form={form} line={line} />
      <TypesState form={form} />
    </section>
  );
}

/** The seller's messages about the number of tickets, at the new time or the one that is kept. */
function QuantityMessages({ form: { times, after, isKept, day, session }, line }: MovedTicketsProps) {
  const time = isKept ? line.local_start : session?.local_start;
  return messagesFor(times.rules, "quantity_message", {
    day: (isKept ? line.local_day : day) ?? undefined,
    time: time ?? undefined,
    chosen: after,
  }).map((message) => (
    <p key={message} className={css.muted}>
      {message}
    </p>
  ));
}

type TicketNameProps = { readonly form: MoveForm; readonly ticket: MovableVisitTicket };

function TicketName({ ticket, form }: TicketNameProps) {
  const name = useTicketChoiceName()(ticket);
  if (form.isKept) return <span className={css.ticketName}>{name}</span>;
  return (
    <Checkbox
      label={name}
      checked={!form.staying.has(ticket.id)}
      onChange={({ target }) => form.toggle(ticket.id, target.checked)}
    />
  );
}

/** If the current time is kept: says that types are loading, failed to load, or that there are no others. */
function TypesState({ form: { isKept, exchange, offered } }: Pick<MovedTicketsProps, "form">) {
  const t = useText(rescheduleStrings);
  if (!isKept) return null;
  if (exchange.isLoading) return <Skeleton shape="control" count={1} />;
  const hasOthers = offered.some((ticket) => exchange.typesFor(ticket).some(({ id }) => id !== ticket.ticket_type_id));
  return exchange.hasFailed || hasOthers ? null : <p className={css.muted}>{t("exchange.none")}</p>;
}
