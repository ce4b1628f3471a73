import type { DeskOrder, HistoryEvent } from "@foyer/contract/office/orders/deskOrder.ts";
import { count, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import { changedValue } from "../../shared/audit/changedValue.ts";
import { paymentStates } from "./MoneySection.tsx";
import { UndoCheckIn } from "./UndoCheckIn.tsx";
import css from "./OrderScreen.module.css";

type HistoryProps = {
  readonly order: DeskOrder;
  readonly slug: string;
  /** Whether the reader can undo a check-in, however old it is. */
  readonly mayUndo: boolean;
};

/** All events of an order in one timeline, newest first. */
export function History({ order, slug, mayUndo }: HistoryProps) {
  return (
    <Section title="History">
      <ol className={css.history} aria-label="History, newest first">
        {order.history.map((event, index) => (
          <li key={`${event.at}-${index}`}>
            <time dateTime={event.at}>{formatMoment(event.at, order.timezone)}</time>
            <div>
              {sentenceOf(event, order)}
              {event.text !== null && !["email", "staff", "scan"].includes(event.kind) && (
                <span className={css.quiet}>“{event.text}”</span>
              )}
              <Changes event={event} order={order} />
              {mayUndo && event.scan_id !== null && <UndoCheckIn scan_id={event.scan_id} order={order} slug={slug} />}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const ticketsOf = (number: number | null): string => count(number ?? 0, "ticket");
const emailStates: Readonly<Record<string, string>> = {
  queued: "waits to be sent",
  sending: "is being sent",
  sent: "was delivered to the mail server",
  kept: "is kept in the outbox",
  dead: "could not be sent",
};

const scanSentences: Readonly<Record<string, string>> = {
  entry: "checked a ticket in",
  reentry: "checked a ticket in again",
  exit: "let somebody out",
  double: "let the same ticket in a second time",
  refused: "refused a ticket",
  undone: "checked a ticket in, which was undone",
  undo: "undid a check-in",
};

const sentenceOf = (event: HistoryEvent, { currency, order_number }: DeskOrder): string => {
  const { kind, by, tickets, amount, means, state, text } = event;
  const who = by ?? "The system";
  const money = amount === null ? "" : formatMoney(amount, currency);
  const sentences: Readonly<Record<HistoryEvent["kind"], string>> = {
    held: `${who} held tickets`,
    bought: `${who} bought ${ticketsOf(tickets)} for ${money}`,
    sold: `${who} sold ${ticketsOf(tickets)} for ${money} at the counter`,
    given: `${who} gave ${ticketsOf(tickets)} away`,
    moved: `${who} moved ${ticketsOf(tickets)}`,
    cancelled: `${who} cancelled ${ticketsOf(tickets)} worth ${money}`,
    renamed: `${who} corrected names on ${ticketsOf(tickets)}`,
    card_added: `${who} added ${ticketsOf(tickets)} to the membership`,
    sent_on: `${who} sent ${ticketsOf(tickets)} on`,
    taken_back: `${who} took ${ticketsOf(tickets)} back`,
    session_cancelled: "The venue cancelled the visit",
    session_reinstated: "The visit takes place after all",
    session_moved: "The venue moved the visit",
    payment: `Payment of ${money}${means === null ? "" : ` by ${means}`}: ${paymentStates[state ?? ""] ?? state}`,
    refund: `Refund of ${money}${means === null ? "" : ` to ${means}`}: ${state}`,
    email: `Email “${text ?? "erased"}”${means === null ? "" : ` to ${means}`} ${emailStates[state ?? ""] ?? ""}`,
    note: `${who} wrote a note`,
    scan: `${by ?? "The gate"} ${scanSentences[state ?? ""] ?? "scanned a ticket"}${text === null ? "" : ` (${text.replaceAll("_", " ")})`}`,
    staff: `${who} ${(text ?? "").replace("{thing}", `order ${order_number}`)}${state === null ? "" : `: “${state}”`}`,
  };
  return sentences[kind];
};

/** Fields of entries about orders that are amounts in the order's currency. */
const moneyFields: ReadonlySet<string> = new Set(["amount", "due", "gift_card", "paid", "refund", "total", "waived"]);

/** The values before and after, as in the audit log. */
function Changes({ event: { before, after }, order }: Pick<HistoryProps, "order"> & { readonly event: HistoryEvent }) {
  const wordsOf = (field: string, value: unknown): string =>
    moneyFields.has(field) && typeof value === "string"
      ? formatMoney(value, order.currency)
      : changedValue(value, order.timezone);
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => (
    <span key={field} className={css.quiet}>
      {field.replaceAll("_", " ")}: {before?.[field] !== undefined && <del>{wordsOf(field, before[field])}</del>}{" "}
      {wordsOf(field, after?.[field])}
    </span>
  ));
}
