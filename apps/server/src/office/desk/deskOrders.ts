import type { EmailChoice } from "@foyer/contract/office/orders/deskActions.ts";
import type { AuditRecord } from "../../modules/audit/audit.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import type { Database } from "../../db/connections.ts";
import type { Within } from "../../db/transact.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { chosenEmail } from "../../providers/mail/emailOptions.ts";
import { lockOrder } from "../../modules/checkout/change/lockOrder.ts";
import { findOrderByNumber, type OrderRow } from "../../modules/orders/readOrders.ts";
import { lastChangeOf, orderVersion } from "./orderVersion.sql.ts";

/** The order of a call. An order of another seller is not found. */
export const requireDeskOrder = async (ctx: StaffContext, order_number: number): Promise<OrderRow> => {
  const order = await findOrderByNumber(ctx, order_number);
  if (!order) throw new Refused({ code: "not_found", context: "order" });
  return order;
};

/** The order as the entity of an audit log entry. */
export const entityOf = ({ order_number }: Pick<OrderRow, "order_number">) =>
  ({ kind: "order", id: String(order_number) }) as const;

/** Refuses a change based on an outdated version of the order. Call it behind the order's lock. */
export const requireVersion = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  order: OrderRow,
  version: string,
): Promise<void> => {
  if ((await orderVersion(db, seller.id, order.id)).version === version) return;
  const last = await lastChangeOf(db, seller.id, order);
  throw new Refused({ code: "stale_version", context: "order", extra: { ...last } });
};

type DeskChange<R> = {
  readonly order: OrderRow;
  readonly version: string;
  /** The choice for the e-mail to the purchaser. */
  readonly email?: EmailChoice | undefined;
  /** Further checks behind the lock, before anything is changed. */
  readonly check?: (ctx: StaffContext) => Promise<void>;
  /** Returns the audit log entry, and checks the result of the change. */
  readonly record: (result: R, ctx: StaffContext) => Promise<Omit<AuditRecord, "entity">> | Omit<AuditRecord, "entity">;
};

/**
 * The transaction of a change at the desk: it locks the order, compares its version, makes the change and writes the audit
 * log entry, all or nothing.
 */
export const deskTransaction =
  <Result>(staff: StaffContext, { order, version, email, check, record }: DeskChange<Result>): Within =>
  <C extends { readonly db: Database }, R>(ctx: C, work: (ctx: C) => Promise<R>): Promise<R> =>
    changing(staff, async (tx) => {
      await lockOrder(tx, order, { refusesPaying: false });
      await requireVersion(tx, order, version);
      await check?.(tx);
      const result = await work({ ...ctx, db: tx.db, emailOptions: email });
      const entry = await record(result as unknown as Result, tx);
      await audit(tx, { ...entry, after: { ...entry.after, ...chosenEmail(email) }, entity: entityOf(order) });
      return result;
    });
