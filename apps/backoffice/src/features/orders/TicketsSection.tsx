import type { DeskOrder, DeskTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatMoney, formatVisit } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import { nameOf } from "./ticketName.ts";
import { ticketUseText } from "./ticketUse.ts";
import css from "./OrderScreen.module.css";

type TicketsSectionProps = {
  readonly order: DeskOrder;
  /** Whether used tickets can be chosen too. */
  readonly mayChooseUsed: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
};

/** The tickets. Actions apply to the chosen ones, or to all booked tickets if none is chosen. */
export function TicketsSection({ order: { tickets, currency }, mayChooseUsed, chosen, onChoose }: TicketsSectionProps) {
  const isChoosable = ({ state }: DeskTicket) => state === "booked" || (state === "redeemed" && mayChooseUsed);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <Section title={`Tickets (${tickets.filter(({ state }) => state !== "cancelled").length})`}>
      <ul className={css.rows}>
        {tickets.map((ticket) => (
          <li key={ticket.id} data-over={ticket.state === "cancelled" || undefined}>
            <div>
              {isChoosable(ticket) ? (
                <Checkbox label={nameOf(ticket)} checked={chosen.has(ticket.id)} onChange={() => toggle(ticket.id)} />
              ) : (
                <span>{nameOf(ticket)}</span>
              )}
              <span className={isChoosable(ticket) ? `${css.quiet} ${css.indent}` : css.quiet}>
                {factsOf(ticket, currency)}
              </span>
            </div>
            <div className={css.amount}>
              {formatMoney(ticket.value, currency)}
              <span className={css.quiet}>{partsOf(ticket, currency)}</span>
              {ticket.state === "cancelled" && <Tag tone="danger">Cancelled</Tag>}
              {ticket.state === "redeemed" && <Tag>Used</Tag>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const factsOf = (ticket: DeskTicket, currency: string): string => {
  const { event, visit, admit_email, is_sent_on, is_oversold, codes_replaced } = ticket;
  return [
    event,
    visit && formatVisit(visit),
    admit_email,
    is_sent_on && "sent on to somebody else",
    is_oversold && "beyond the capacity",
    codes_replaced > 0 && `scan code replaced ${codes_replaced}×`,
    ticketUseText(ticket, currency),
  ]
    .filter(Boolean)
    .join(" · ");
};

/** How the value is composed, if it differs from the price. */
const partsOf = ({ price, discount, fees }: DeskTicket, currency: string): string =>
  discount === "0" && fees === "0"
    ? ""
    : [
        formatMoney(price, currency),
        discount !== "0" && `− ${formatMoney(discount, currency)}`,
        fees !== "0" && `+ ${formatMoney(fees, currency)} fees`,
      ]
        .filter(Boolean)
        .join(" ");
