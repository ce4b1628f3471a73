import type { RequestContext } from "../../../http/requestContext.ts";
import { statement } from "../../../db/statements/statement.ts";
import { keepReplacedCodes } from "../replacedCodes.sql.ts";

type Db = Pick<RequestContext, "db" | "seller">;

export type NewSending = {
  /** The id of the change that it belongs to. */
  readonly id: string;
  readonly ticket_order_id: string;
  readonly email: string;
  readonly sender_name: string | null;
  readonly message: string | null;
};

export const insertSending = async ({ db, seller }: Db, sending: NewSending): Promise<void> => {
  await db
    .insertInto("ticket_sending")
    .values({ ...sending, seller_id: seller.id })
    .execute();
};

type HandedOver = {
  readonly tickets: readonly { readonly id: string; readonly scan_code: string }[];
  /** Who had the tickets, and the sending that now has them; null if the buyer has them. */
  readonly from: "buyer" | "recipient";
  readonly sending_id: string | null;
};

/**
 * Hands tickets over with new scan codes, so that earlier codes and links open nothing. Returns how many were handed
 * over: not those that are used, cancelled or with somebody else in the meantime.
 */
export const handTicketsOver = async (ctx: Db, { tickets, from, sending_id }: HandedOver): Promise<number> => {
  const { db, seller } = ctx;
  const ids = tickets.map(({ id }) => id);
  await keepReplacedCodes(ctx, ids);
  const rows = await statement<{ id: string }>(
    db,
    `update ticket t set sending_id = $4, scan_code = n.scan_code, code_number = t.code_number + 1
     from unnest($2::uuid[], $3::text[]) as n (id, scan_code)
     where t.seller_id = $1 and t.id = n.id and t.state = 'booked' and (t.sending_id is null) = $5
     returning t.id`,
    [seller.id, ids, tickets.map(({ scan_code }) => scan_code), sending_id, from === "buyer"],
  );
  return rows.length;
};

export type SendingRow = {
  readonly id: string;
  readonly ticket_order_id: string;
  readonly sender_name: string | null;
  readonly message: string | null;
  readonly sent_at: string;
  /** The number of tickets sent. */
  readonly tickets: number;
};

export const selectSending = async ({ db, seller }: Db, sending_id: string): Promise<SendingRow | undefined> => {
  const [row] = await statement<SendingRow>(
    db,
    `select d.id, d.ticket_order_id, d.sender_name, d.message, c.created_at as sent_at, c.tickets
     from ticket_sending d join order_change c on c.seller_id = d.seller_id and c.id = d.id
     where d.seller_id = $1 and d.id = $2`,
    [seller.id, sending_id],
  );
  return row;
};
