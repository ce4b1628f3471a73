import { captureLines, orderLines } from "@foyer/rules/journal/journalRows.ts";
import type { JournalEntry } from "../../../providers/journal/writeJournal.sql.ts";
import type { NewOrder } from "../batch/checkoutWrites.sql.ts";
import { isHeld } from "../batch/heldTickets.ts";
import type { LockedCheckout } from "../batch/lockedCheckout.ts";
import type { PaymentChange } from "../payment/applyProviderStatus.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";

/** The entry for money that was taken and has no order yet. */
export const captureEntry = (payment: Pick<PaymentRow, "id" | "gateway_id" | "amount" | "currency">): JournalEntry => ({
  cause: "capture",
  cause_id: payment.id,
  currency: payment.currency,
  ticket_order_id: null,
  lines: captureLines(payment),
});

type SoldCart = {
  readonly order: Pick<NewOrder, "id" | "currency" | "invoice_settings">;
  readonly checkout: Pick<LockedCheckout, "cart" | "tickets" | "payments" | "appliedRules">;
  readonly capturedPayment?: string | undefined;
};

/** The entry for a new order, with the payment that was captured in its transaction. */
export const orderEntry = ({ order, checkout, capturedPayment }: SoldCart): JournalEntry => ({
  cause: "order",
  cause_id: order.id,
  currency: order.currency,
  ticket_order_id: order.id,
  channel_id: checkout.cart.channel_id,
  codes: checkout.appliedRules.codes.filter(({ is_applied }) => is_applied).map(({ id }) => id),
  lines: orderLines({
    tickets: checkout.tickets.filter(isHeld),
    captured: checkout.payments.filter(({ id }) => id === capturedPayment),
    rates: order.invoice_settings?.rates ?? null,
  }),
});

/** One entry per purchase. A capture without an order in the same transaction has an entry of its own. */
export const journalEntries = (
  drafts: readonly SoldCart[],
  changes: readonly PaymentChange[],
  orderIds: ReadonlyMap<string, string>,
): readonly JournalEntry[] => [
  ...drafts.map(orderEntry),
  ...changes
    .filter(({ isCaptured, payment }) => isCaptured && !orderIds.has(payment.cart_id))
    .map(({ payment }) => captureEntry(payment)),
];
