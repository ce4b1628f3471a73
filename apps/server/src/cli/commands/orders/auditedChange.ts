import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { writeEntry, type AuditRecord } from "../../../modules/audit/audit.ts";
import type { VenueNote } from "../../../modules/checkout/change/recordOrderChange.ts";
import type { CheckoutContext } from "../../../modules/checkout/context.ts";
import type { OrderRow } from "../../../modules/orders/readOrders.ts";

type Audited = {
  readonly order: Pick<OrderRow, "order_number">;
  readonly action: AuditAction;
  readonly note: VenueNote;
  readonly after: NonNullable<AuditRecord["after"]>;
};

/** The transaction of a change made on the command line, which records it in the seller's audit log. */
export const auditedChange =
  ({ seller }: Pick<CheckoutContext, "seller">, { order, action, note, after }: Audited): Within =>
  (ctx, work) =>
    transact(ctx, async (tx) => {
      const result = await work(tx);
      const scope = { db: tx.db, seller, staff_id: null, roles: [], requestId: null } as const;
      await writeEntry(
        { ...scope, actor: "command_line", via: "command_line" },
        {
          action,
          entity: { kind: "order", id: String(order.order_number) },
          after: { ...after, by: note.made_by },
          reason: note.reason,
        },
      );
      return result;
    });
