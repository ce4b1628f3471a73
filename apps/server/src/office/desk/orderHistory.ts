import { auditActions } from "@foyer/contract/office/staff/auditActions.ts";
import type { HistoryEvent } from "@foyer/contract/office/orders/deskOrder.ts";
import { localDayOf, localTimeOf } from "@foyer/rules/dates/localTime.ts";
import type { FoundEntry } from "../../modules/audit/entries.ts";
import { meansLabel } from "../../modules/cart/change/meansLabel.ts";
import type { OrderRow } from "../../modules/orders/readOrders.ts";
import type {
  DeskChangeRow,
  DeskEmailRow,
  DeskPaymentRow,
  DeskScanRow,
  NoteRow,
  RefundOfOrder,
} from "./orderDetails.sql.ts";

type Sources = {
  readonly seller: Parameters<typeof meansLabel>[0];
  readonly order: OrderRow;
  /** `by`: the member of staff who held the tickets to be paid by a link. */
  readonly held: { readonly at: string; readonly by: string | null };
  readonly changes: readonly DeskChangeRow[];
  readonly payments: readonly DeskPaymentRow[];
  readonly refunds: readonly RefundOfOrder[];
  readonly emails: readonly DeskEmailRow[];
  readonly notes: readonly NoteRow[];
  readonly scans: readonly DeskScanRow[];
  readonly entries: readonly FoundEntry[];
  /** The names of staff, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly money: (amount: number) => string;
  readonly meansOf: (payment_id: string) => string | null;
  readonly tickets: number;
};

const nothing = {
  by: null,
  tickets: null,
  amount: null,
  means: null,
  state: null,
  text: null,
  before: null,
  after: null,
  scan_id: null,
} as const;

const kinds: Readonly<Record<string, HistoryEvent["kind"]>> = {
  cancel: "cancelled",
  names: "renamed",
  send: "sent_on",
  take_back: "taken_back",
  session_cancelled: "session_cancelled",
  session_reinstated: "session_reinstated",
  session_moved: "session_moved",
  refund: "refund",
};

/** `is_move` also marks changes that add tickets to an order: another visit, or a card of a membership. */
const kindOf = ({ kind, is_move }: DeskChangeRow): HistoryEvent["kind"] => {
  if (kind === "change") return is_move ? "moved" : "cancelled";
  if (kind === "names" && is_move) return "card_added";
  return kinds[kind] ?? "moved";
};

/** The old and the new start of a session that the venue moved, in the venue's time zone. */
const movedOf = ({ moved_from, moved_to, timezone }: DeskChangeRow): Partial<HistoryEvent> => {
  if (moved_from === null || moved_to === null || timezone === null) return {};
  const begins = (moment: string) => ({ begins: `${localDayOf(moment, timezone)} ${localTimeOf(moment, timezone)}` });
  return { before: begins(moved_from), after: begins(moved_to) };
};

/** Who made a change: a name at the venue, or the buyer. */
const madeBy = ({ actor, made_by }: DeskChangeRow): string =>
  actor === "venue" ? (made_by ?? "The venue") : "The buyer";

/** How staff sell: at the counter, or for nothing. */
const salesByStaff: ReadonlyMap<string, HistoryEvent["kind"]> = new Map([
  ["order.sold", "sold"],
  ["order.comped", "given"],
]);

/** Who of the staff sold an order or gave it away; undefined if its buyer bought it. */
const saleByStaff = ({ entries, names }: Sources): Pick<HistoryEvent, "kind" | "by" | "text" | "after"> | undefined => {
  for (const { action, staff_id, reason, after } of entries) {
    const kind = salesByStaff.get(action);
    if (kind && staff_id !== null)
      return { kind, by: names.get(staff_id) ?? "Somebody", text: reason, after: { ...after } };
  }
  return undefined;
};

/** All events of an order since its hold, newest first. */
export const orderHistory = (sources: Sources): HistoryEvent[] => {
  const { seller, order, held, changes, payments, refunds, emails, notes, scans, entries, names } = sources;
  const { money, meansOf, tickets } = sources;
  const sale = saleByStaff(sources);
  const added = changes.filter(({ is_move }) => is_move).reduce((sum, change) => sum + change.tickets, 0);
  const events: HistoryEvent[] = [
    { ...nothing, at: held.at, kind: "held", by: sale?.by ?? held.by ?? "The buyer" },
    {
      ...nothing,
      at: order.created_at,
      kind: "bought",
      by: "The buyer",
      tickets: tickets - added,
      amount: money(order.total),
      ...sale,
    },
    ...changes.map((change): HistoryEvent => ({
      ...nothing,
      at: change.created_at,
      kind: kindOf(change),
      by: madeBy(change),
      tickets: change.tickets,
      amount: money(change.value),
      text: change.reason,
      ...movedOf(change),
      ...(change.kind === "refund" && {
        tickets: null,
        amount: money(change.gift_card),
        means: `gift card ${meansLabel(seller, change) ?? ""}`.trim(),
        state: "succeeded",
      }),
    })),
    ...payments.map((payment): HistoryEvent => ({
      ...nothing,
      at: payment.created_at,
      kind: "payment",
      amount: money(payment.amount),
      means: meansOf(payment.id),
      state: payment.state,
      text: payment.failure,
    })),
    ...refunds.map((refund): HistoryEvent => ({
      ...nothing,
      at: refund.created_at,
      kind: "refund",
      amount: money(refund.amount),
      means: meansOf(refund.payment_id),
      state: refund.state === "created" ? "pending" : refund.state,
      text: refund.failure,
    })),
    ...emails.map((email): HistoryEvent => ({
      ...nothing,
      at: email.created_at,
      kind: "email",
      state: email.state,
      text: email.subject,
      means: email.to_address === "" ? null : email.to_address,
    })),
    ...notes.map((note): HistoryEvent => ({
      ...nothing,
      at: note.created_at,
      kind: "note",
      by: note.by,
      text: note.text,
    })),
    ...scans.map(({ id, at, by, allowed_by, counts, reason }): HistoryEvent => ({
      ...nothing,
      at,
      scan_id: counts === "entry" || counts === "reentry" ? id : null,
      kind: "scan",
      by: allowed_by === null ? by : `${by ?? "The gate"}, allowed by ${allowed_by},`,
      state: counts,
      text: reason,
    })),
    ...entries.filter(isOwnEvent).map((entry): HistoryEvent => ({
      ...nothing,
      at: entry.at,
      kind: "staff",
      by: entry.staff_id === null ? null : (names.get(entry.staff_id) ?? "Somebody"),
      state: entry.reason,
      text: auditActions[entry.action].sentence,
      before: { ...entry.before },
      after: { ...entry.after },
    })),
  ];
  return events.toSorted((one, other) => Temporal.Instant.compare(other.at, one.at));
};

/** Notes, sales, and changes made by a buyer, the command line or a job, have events of their own. */
const isOwnEvent = ({ action, actor }: FoundEntry): boolean =>
  action !== "order.note_added" && !salesByStaff.has(action) && actor === "staff";
