import { statement, type Pipeline } from "../../db/statements/statement.ts";

/** The rows that count for each limit: those of a seller ($1), or of one of its orders, payments or sessions ($2). */
const counted = {
  invitations: `staff_invitation x where x.invited_to = $1 and x.accepted_at is null and x.withdrawn_at is null and x.expires_at > app_now()`,
  devices: `scan_device x where x.seller_id = $1 and x.ended_at is null and x.ends_at > app_now()`,
  operator_visits: `operator_permit x where x.seller_id = $1 and x.ended_at is null and x.ends_at > app_now()`,
  bulk_jobs: `bulk_job x where x.seller_id = $1 and x.state in ('running', 'paused')`,
  uploaded_pictures: `uploaded_picture x where x.seller_id = $1`,
  code_batches: `code_batch x where x.seller_id = $1 and x.ended_at is null`,
  gift_card_batches: `gift_card_batch x where x.seller_id = $1 and x.ended_at is null`,
  member_imports: `member_import x where x.seller_id = $1 and x.ended_at is null`,
  order_notes: `order_note x where x.seller_id = $1 and x.ticket_order_id = $2`,
  house_holds: `house_hold x where x.seller_id = $1 and x.event_session_id = $2`,
  payment_notes: `money_note x where x.seller_id = $1 and x.payment_id = $2`,
} as const;

export type LimitedRows = keyof typeof counted;

/** The number of rows, counted up to `limit`. */
export const countRows = async (
  pipeline: Pipeline,
  rows: LimitedRows,
  { seller_id, of, limit }: { readonly seller_id: string; readonly of: string | undefined; readonly limit: number },
): Promise<number> => {
  const [row] = await statement<{ n: number }>(
    pipeline,
    `select count(*)::int as n from (select from ${counted[rows]} limit ${limit}) as counted`,
    of === undefined ? [seller_id] : [seller_id, of],
  );
  return row?.n ?? 0;
};
