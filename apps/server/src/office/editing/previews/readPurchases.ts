import type { PurchaseStep, readTestPurchases, TestPurchase } from "@foyer/contract/office/catalogue/previews.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { openPreviews } from "./previews.sql.ts";
import { newestPurchases, type PurchaseRow } from "./purchases.sql.ts";

/** The progress of purchases in a preview, read from its rows, which only the storefront creates. */
export const readPurchases = async (
  { acrossSellers, seller }: StaffContext,
  { preview_id }: StaffReceived<typeof readTestPurchases>,
): Promise<StaffReply<typeof readTestPurchases>> => {
  const preview = (await openPreviews(acrossSellers, seller.id)).find(({ id }) => id === preview_id);
  if (!preview) throw new Refused({ code: "not_found", context: "staff" });
  return { purchases: (await newestPurchases(acrossSellers, preview.id)).map(toPurchase) };
};

const isPaid: ReadonlySet<string | null> = new Set(["authorized", "captured", "refunded"]);
const isRefused: ReadonlySet<string | null> = new Set(["failed", "voided"]);

const toPurchase = (row: PurchaseRow): TestPurchase => {
  const { tickets, order_number, payment_state, subject } = row;
  const step = (name: PurchaseStep, isDone: boolean, detail: string | null = null) =>
    ({ step: name, state: isDone ? "done" : "waiting", detail }) as const;
  const isBought = order_number !== null;
  return {
    id: row.id,
    begun_at: row.begun_at,
    steps: [
      step("held", tickets > 0, tickets > 0 ? String(tickets) : null),
      step("details", row.has_purchaser),
      isRefused.has(payment_state) && !isBought
        ? { step: "payment", state: "failed", detail: row.payment_failure }
        : step("payment", isBought || isPaid.has(payment_state)),
      step("order", isBought, isBought ? String(order_number) : null),
      step("email", subject !== null, subject),
    ],
  };
};
