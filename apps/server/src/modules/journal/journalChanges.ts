import type { JournalTicket } from "@foyer/rules/journal/journalRows.ts";
import {
  cancelledLines,
  changeLines,
  disputeLines,
  orderLines,
  refundCardLines,
  refundLines,
  refundRepaidLines,
  reversedLines,
} from "@foyer/rules/journal/journalRows.ts";
import type { Pipeline } from "../../db/statements/statement.ts";
import { writeJournal, type JournalEntry } from "../../providers/journal/writeJournal.sql.ts";
import {
  readBoughtTickets,
  readChangedTickets,
  readChangeFacts,
  readDisputeFacts,
  readSoldOrders,
  readRefundFacts,
  readCancelledTickets,
  type RefundFacts,
} from "./facts.sql.ts";

/*
 * Whether entries are written when something happens, in the caller's transaction, or later. With `past` they get the
 * time when it happened. Each cause is written once, however often this is called.
 */
type When = "now" | "past";

const timeOf = (when: When, at: string): Pick<JournalEntry, "at"> => (when === "past" ? { at } : {});

/** Writes entries of orders from their rows alone, without captures. */
export const journalOrders = async (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<void> => {
  const orders = await readSoldOrders(pipeline, seller_id, order_ids);
  const tickets = Map.groupBy(await readBoughtTickets(pipeline, seller_id, order_ids), ({ of }) => of);
  await writeJournal(
    pipeline,
    seller_id,
    orders.map(({ id, currency, at, rates, channel_id, codes }) => ({
      cause: "order",
      cause_id: id,
      currency,
      ticket_order_id: id,
      channel_id,
      codes: codes ?? [],
      at,
      lines: orderLines({ tickets: tickets.get(id) ?? [], captured: [], rates }),
    })),
  );
};

/** Writes entries of changes of orders, including cancellations, with the tickets that they cancelled and added. */
export const journalOrderChanges = async (
  pipeline: Pipeline,
  seller_id: string,
  change_ids: readonly string[],
  when: When = "now",
): Promise<void> => {
  const changes = await readChangeFacts(pipeline, seller_id, change_ids);
  const tickets = Map.groupBy(await readChangedTickets(pipeline, seller_id, changes), ({ of }) => of);
  await writeJournal(
    pipeline,
    seller_id,
    changes.map(({ id, ticket_order_id, currency, channel_id, at, ...amounts }) => {
      const changed = tickets.get(id) ?? [];
      return {
        cause: "change",
        cause_id: id,
        currency,
        ticket_order_id,
        channel_id,
        ...timeOf(when, at),
        lines: changeLines({
          ...amounts,
          leaving: changed.filter(({ leaving }) => leaving),
          added: changed.filter(({ leaving }) => !leaving),
        }),
      };
    }),
  );
};

/**
 * Writes entries of tickets that were cancelled because all of their order's money had been refunded. An entry has the id
 * of the first of them, since a ticket is cancelled only once.
 */
export const journalCancelledTickets = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    order_id,
    ticket_ids,
    at,
  }: { readonly order_id: string; readonly ticket_ids: readonly string[]; readonly at?: string },
): Promise<void> => {
  const [first] = ticket_ids.toSorted();
  if (first === undefined) return;
  const [order] = await readSoldOrders(pipeline, seller_id, [order_id]);
  if (!order) throw new Error(`Order ${order_id} does not exist`);
  const tickets: readonly JournalTicket[] = await readCancelledTickets(pipeline, seller_id, ticket_ids);
  await writeJournal(pipeline, seller_id, [
    {
      cause: "cancelled",
      cause_id: first,
      currency: order.currency,
      ticket_order_id: order_id,
      channel_id: order.channel_id,
      ...(at !== undefined && { at }),
      lines: cancelledLines(tickets, order.rates),
    },
  ]);
};

/** Writes entries of refunds that succeeded, and of those that failed after they had succeeded. */
export const journalRefunds = async (
  pipeline: Pipeline,
  seller_id: string,
  refund_ids: readonly string[],
  when: When = "now",
): Promise<void> => {
  const refunds = await readRefundFacts(pipeline, seller_id, refund_ids);
  await writeJournal(
    pipeline,
    seller_id,
    refunds.flatMap((refund) => refundEntries(refund, when)),
  );
};

const refundEntries = (refund: RefundFacts, when: When): JournalEntry[] => {
  const { id, payment_id, gateway_id, payment_amount, amount, currency, reason, ticket_order_id, has_order } = refund;
  const facts = { payment: { id: payment_id, gateway_id, amount: payment_amount, has_order }, amount, reason };
  const lines = refundLines(facts);
  const about = { cause_id: id, currency, ticket_order_id };
  const { card_at, repaid_elsewhere } = refund;
  const card: JournalEntry[] =
    card_at === null
      ? []
      : [{ ...about, cause: "refund_to_card", ...timeOf(when, card_at), lines: refundCardLines(facts) }];
  const repaid: JournalEntry[] =
    repaid_elsewhere === null
      ? []
      : [
          {
            ...about,
            // The same cause as that of a refund that became a gift card; a refund never has both.
            cause: "refund_to_card",
            ...timeOf(when, refund.updated_at),
            lines: refundRepaidLines(facts, { elsewhere: repaid_elsewhere }),
          },
        ];
  const sent: JournalEntry = { ...about, cause: "refund", ...timeOf(when, refund.succeeded_at), lines };
  if (refund.state === "succeeded") return [sent];
  const { failed_at, is_written } = refund;
  if (refund.state !== "failed" || (failed_at === null && !is_written)) return [...card, ...repaid];
  return [
    ...card,
    ...repaid,
    sent,
    {
      ...about,
      cause: "refund_failed",
      ...timeOf(when, failed_at ?? refund.succeeded_at),
      lines: reversedLines(lines),
    },
  ];
};

/** Writes entries of the amounts that providers withheld for disputes, charged for them and paid out again. */
export const journalDisputes = async (
  pipeline: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
  when: When = "now",
): Promise<void> => {
  const disputes = await readDisputeFacts(pipeline, seller_id, payment_ids);
  await writeJournal(
    pipeline,
    seller_id,
    disputes.map(({ id, payment_id, gateway_id, payment_amount, currency, ticket_order_id, at, ...dispute }) => ({
      cause: "dispute",
      cause_id: id,
      currency,
      ticket_order_id,
      ...timeOf(when, at),
      lines: disputeLines({ payment: { id: payment_id, gateway_id, amount: payment_amount }, ...dispute }),
    })),
  );
};
