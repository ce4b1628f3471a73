import { createPortal } from "react-dom";
import type { DeskOrder, DeskPrintedTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import { formatMoment, formatMoney, formatVisit, taxLabel } from "../../../shared/format/format.ts";
import { QrCode } from "../../../shared/QrCode.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { meansOfPayment, purchaserName } from "../orderQueries.ts";
import { nameOf } from "../ticketName.ts";
import css from "./PrintSheet.module.css";

/** `sale`: the receipt, followed by the tickets. */
export type PrintedThing = "order" | "tickets" | "receipt" | "sale";
export type Paper = "page" | "roll";

type PrintSheetProps = {
  readonly order: DeskOrder;
  readonly slug: string;
  readonly tickets: readonly DeskPrintedTicket[];
  readonly thing: PrintedThing;
  readonly paper: Paper;
  /** Further lines of the receipt: the cash handed over, and the change. */
  readonly notes?: readonly (readonly [string, string])[];
};

/** What is printed instead of the screen. It is rendered outside the application, which is hidden in print. */
export function PrintSheet({ order, slug, tickets, thing, paper, notes = [] }: PrintSheetProps) {
  const { name: seller } = useOwnSeller(slug);
  return createPortal(
    <div className={css.sheet} data-print-sheet data-paper={paper}>
      {thing !== "tickets" && (
        <section className={css.paper}>
          <Head order={order} seller={seller} title={thing === "order" ? "Order" : "Receipt"} />
          <Lines order={order} isReceipt={thing !== "order"} />
          <Money order={order} notes={notes} />
        </section>
      )}
      {tickets.map((ticket) => (
        <Ticket key={ticket.id} ticket={ticket} order={order} seller={seller} />
      ))}
    </div>,
    document.body,
  );
}

type HeadProps = { readonly order: DeskOrder; readonly seller: string; readonly title: string };

function Head({ order, seller, title }: HeadProps) {
  return (
    <header className={css.head}>
      <p className={css.seller}>{seller}</p>
      <h1>
        {title} {order.order_number}
      </h1>
      <p>
        {purchaserName(order)}
        <br />
        {formatMoment(order.sold_at, order.timezone)}
      </p>
    </header>
  );
}

/** The booked tickets; on the order also the cancelled ones. */
function Lines({ order, isReceipt }: { readonly order: DeskOrder; readonly isReceipt: boolean }) {
  const { tickets, currency } = order;
  const shown = isReceipt ? tickets.filter(({ state }) => state !== "cancelled") : tickets;
  return (
    <ul className={css.lines}>
      {shown.map((ticket) => (
        <li key={ticket.id}>
          <span>
            {nameOf(ticket)}
            <small>
              {[ticket.event, ticket.visit && formatVisit(ticket.visit), ticket.state === "cancelled" && "cancelled"]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </span>
          <span>{formatMoney(ticket.value, currency)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Lower-cases 'Cash' within a sentence. Names of cards and the ends of gift card numbers stay unchanged. */
const inSentence = (means: string): string =>
  /^(?:Cash|Card|Gift)\b/.test(means) ? means.charAt(0).toLowerCase() + means.slice(1) : means;

/** A test payment is marked, so that nobody takes the paper for a receipt of money. */
const paidBy = (payment: DeskOrder["payments"][number]): string =>
  `Paid by ${inSentence(meansOfPayment(payment))}${payment.is_test ? " (test, no money moved)" : ""}`;

type MoneyProps = { readonly order: DeskOrder; readonly notes: NonNullable<PrintSheetProps["notes"]> };

function Money({ order: { sums, taxes, payments, currency }, notes }: MoneyProps) {
  const rows = [
    ["Tickets", sums.value],
    ...taxes.map((one) => [taxLabel(one), one.tax] as const),
    ...payments
      .filter(({ state }) => state === "captured" || state === "refunded")
      .map((payment) => [paidBy(payment), payment.amount] as const),
    ...(sums.refunded === "0" ? [] : [["Refunded", sums.refunded] as const]),
    ...(sums.refunding === "0" ? [] : [["Refund on its way", sums.refunding] as const]),
    ...(sums.to_gift_cards === "0" ? [] : [["Given as gift cards", sums.to_gift_cards] as const]),
    ...(sums.repaid_elsewhere === "0" ? [] : [["Repaid another way", sums.repaid_elsewhere] as const]),
    ...(sums.kept === sums.paid ? [] : [["Kept", sums.kept] as const]),
  ];
  return (
    <dl className={css.money}>
      {rows.map(([name = "", amount = "0"], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
      {notes.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type TicketProps = { readonly ticket: DeskPrintedTicket; readonly order: DeskOrder; readonly seller: string };

function Ticket({ ticket, order, seller }: TicketProps) {
  const { event, type, visit, term, seat, admit_name, venue, scan_code } = ticket;
  return (
    <article className={css.ticket}>
      <div>
        <p className={css.seller}>{seller}</p>
        <h1>{event}</h1>
        <p className={css.when}>{visit ? formatVisit(visit) : term}</p>
        <p>{[type, seat && `Seat ${seat}`, admit_name].filter(Boolean).join(" · ")}</p>
        {venue && <p>{venue}</p>}
        <p className={css.small}>Order {order.order_number}</p>
      </div>
      <QrCode text={scan_code} label={`Code of ${type}`} />
    </article>
  );
}
