import type { StaffContext } from "../../../http/staff/staffContext.ts";
import type { CounterTender, PaidAtCounter } from "../../../modules/checkout/counter/payAtCounter.ts";
import { insertTillEntry } from "./tills.sql.ts";

type TakenAtCounter = Pick<PaidAtCounter, "payments"> & { readonly tenders: readonly CounterTender[] };

/** Records a sale's payments in the till, which the caller has locked. */
export const recordAtTill = async (
  ctx: StaffContext,
  till_id: string,
  { payments, tenders }: TakenAtCounter,
): Promise<void> => {
  for (const [nth, { id: cause_id, amount, gateway_id }] of payments.entries()) {
    const tender = tenders[nth];
    if (gateway_id === "free" || !tender) throw new Error(`Payment ${cause_id} is of no tender`);
    const slip = "reference" in tender && tender.reference !== "" ? tender.reference : null;
    await insertTillEntry(ctx, { till_id, kind: "sale", gateway_id, amount, cause_id, slip });
  }
};
