import { statement, withAnswer } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export type CounterSaleRow = {
  readonly order_number: number;
  readonly staff_id: string;
  readonly total: number;
  readonly change: number;
  readonly currency: string;
};

/** The sale with this id. */
export const findCounterSale = async ({ db, seller }: Desk, id: string): Promise<CounterSaleRow | undefined> => {
  const [row] = await statement<CounterSaleRow>(
    db,
    `select o.order_number, s.staff_id, s.total, s.change, o.currency from counter_sale s
     join ticket_order o on o.seller_id = $1 and o.id = s.ticket_order_id where s.seller_id = $1 and s.id = $2`,
    [seller.id, id],
  );
  return row;
};

export type NewCounterSale = {
  readonly id: string;
  readonly ticket_order_id: string;
  /** Null if paid with gift cards only, which no till counts. */
  readonly till_id: string | null;
  readonly total: number;
  readonly tendered: number;
  readonly change: number;
};

export const insertCounterSale = async (
  { db, seller, staff }: Desk & Pick<StaffContext, "staff">,
  sale: NewCounterSale,
): Promise<void> => {
  const { id, ticket_order_id, till_id, total, tendered, change } = sale;
  await statement(
    db,
    `insert into counter_sale (seller_id, id, ticket_order_id, till_id, staff_id, total, tendered, change, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, app_now()) ${withAnswer}`,
    [seller.id, id, ticket_order_id, till_id, staff.id, total, tendered, change],
  );
};
