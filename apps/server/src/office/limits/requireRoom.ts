import type { RefusalContext } from "@foyer/contract/errors.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { countLocked } from "./countLocked.ts";
import { countRows, type LimitedRows } from "./rowsMade.sql.ts";

/** The maximum number of rows of each kind at once, above what anybody needs, and what to do when it is reached. */
export const rowLimits = {
  invitations: { most: 200, field: "email", context: "staff", text: "open invitations. Withdraw one first." },
  devices: { most: 200, field: "name", context: "gate", text: "devices. End one first." },
  operator_visits: { most: 20, field: "hours", context: "staff", text: "open visits. End one first." },
  bulk_jobs: {
    most: 20,
    field: "session_ids",
    context: "bulk",
    text: "jobs at once. Wait for one to end, or stop it.",
  },
  uploaded_pictures: {
    most: 60,
    field: "file",
    context: "staff",
    text: "pictures that are not published. Publish them, or remove some from the draft.",
  },
  code_batches: {
    most: 20,
    field: "quantity",
    context: "code",
    text: "batches of codes at once. Wait for one to end.",
  },
  gift_card_batches: {
    most: 20,
    field: "quantity",
    context: "ledger",
    text: "batches of cards at once. Wait for one to end.",
  },
  member_imports: { most: 20, field: "csv", context: "membership", text: "open imports. End or cancel one first." },
  order_notes: { most: 200, field: "text", context: "order", text: "notes on an order." },
  house_holds: {
    most: 200,
    field: "name",
    context: "staff",
    text: "kept or blocked places of a session. Release some first.",
  },
  payment_notes: { most: 200, field: "text", context: "payment", text: "notes on a payment." },
} as const satisfies Readonly<
  Record<LimitedRows, { most: number; field: string; context: RefusalContext; text: string }>
>;

/** Refuses another row at the limit. Call it in the transaction that inserts the row: others wait for it to end. */
export const requireRoom = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  rows: LimitedRows,
  of?: string,
): Promise<void> => {
  const { most, field, context, text } = rowLimits[rows];
  const counted = await countLocked({ db, seller }, `${rows} ${of ?? ""}`, () =>
    countRows(db, rows, { seller_id: seller.id, of, limit: most }),
  );
  if (counted < most) return;
  throw new Refused({
    code: "validation_failed",
    context,
    description: `There can be at most ${most} ${text}`,
    extra: { fields: [field] },
  });
};
