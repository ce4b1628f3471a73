import type { TicketTable } from "../../db/schema/carts.ts";
import type { WalletPassTable } from "../../db/schema/wallets.ts";
import { newId } from "../../db/newId.ts";
import { statement } from "../../db/statements/statement.ts";
import type { RequestContext } from "../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;

export type TicketFacts = {
  readonly id: string;
  readonly code_number: number;
  /** The sending that gave it to another person; null while the buyer has it. */
  readonly sending_id: string | null;
  readonly ticket_order_id: string;
  readonly state: TicketTable["state"];
  /** The user whose membership card it is. */
  readonly member_identity_id: string | null;
  /** Only for a pass or a membership card. */
  readonly valid_to: string | null;
};

/** Undefined for a ticket that is not part of an order. */
export const selectTicketFacts = async ({ db, seller }: Db, ticket_id: string): Promise<TicketFacts | undefined> => {
  const [found] = await statement<TicketFacts>(
    db,
    `select t.id, t.code_number, t.sending_id, t.ticket_order_id, t.state, m.identity_id as member_identity_id, coalesce(m.valid_to, t.valid_to) as valid_to
     from ticket t
     left join membership m on m.seller_id = t.seller_id and m.ticket_id = t.id and m.state = 'active'
     where t.seller_id = $1 and t.id = $2 and t.ticket_order_id is not null`,
    [seller.id, ticket_id],
  );
  return found;
};

/** What can still be shown of a ticket that is no longer valid. */
export type EndedTicket = {
  readonly order_number: number;
  readonly handler: string;
  readonly event_template_id: string;
  readonly event_name: string;
  readonly event_type: string;
  readonly names_start: boolean;
  readonly ticket_date_time: string | null;
  readonly type_name: string;
  readonly timezone: string;
  readonly start_datetime: string | null;
  readonly end_datetime: string | null;
};

export const selectEndedTicket = async ({ db, seller }: Db, ticket_id: string): Promise<EndedTicket | undefined> => {
  const [found] = await statement<EndedTicket>(
    db,
    `select o.order_number, g.handler, e.id as event_template_id, e.name as event_name, e.event_type,
       coalesce(e.meta ->> 'names_start' = 'true', false) as names_start, e.meta ->> 'ticket_date_time' as ticket_date_time,
       y.name as type_name, e.timezone, s.start_datetime, s.end_datetime
     from ticket t
     join ticket_order o on o.seller_id = t.seller_id and o.id = t.ticket_order_id
     join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
     join ticket_type y on y.seller_id = t.seller_id and y.id = t.ticket_type_id
     join event_template e on e.seller_id = t.seller_id and e.id = t.event_template_id
     left join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
     where t.seller_id = $1 and t.id = $2`,
    [seller.id, ticket_id],
  );
  return found;
};

export type PassRow = Pick<WalletPassTable, "id" | "wallet" | "ticket_id" | "code_hash"> & {
  readonly changed_at: string;
};

/**
 * Records that a ticket is issued as a pass with this code, and returns the pass's id: the same for the same ticket,
 * wallet and code. Undefined for a ticket that was cancelled or got another code in the meantime. The locks make such a
 * change wait, so that it finds the pass and marks it.
 */
export const savePass = async (
  { db, seller }: Db,
  { wallet, ticket_id, scan_code }: Pick<PassRow, "wallet" | "ticket_id"> & { readonly scan_code: string },
): Promise<string | undefined> => {
  const [saved] = await statement<{ id: string }>(
    db,
    `with owned as (
       select id, scan_code from ticket where seller_id = $1 and id = $2 and state = 'booked' for share),
     card as (
       select scan_code from membership where seller_id = $1 and ticket_id = $2 and state = 'active' for share)
     insert into wallet_pass as w (seller_id, id, wallet, ticket_id, code_hash)
     select $1::uuid, $3::uuid, $4::text, owned.id, sha256(convert_to($5::text, 'UTF8')) from owned
     where coalesce((select scan_code from card), owned.scan_code) = $5
     on conflict (seller_id, ticket_id, wallet, code_hash) do update set wallet = excluded.wallet
     returning w.id`,
    [seller.id, ticket_id, newId(), wallet, scan_code],
  );
  return saved?.id;
};

/** The passes with these ids in a wallet. Passes that were forgotten are left out. */
export const selectPasses = (
  { db, seller }: Db,
  wallet: PassRow["wallet"],
  ids: readonly string[],
): Promise<PassRow[]> =>
  statement(
    db,
    `select id, wallet, ticket_id, code_hash, changed_at from wallet_pass
     where seller_id = $1 and wallet = $2 and id = any($3::uuid[])`,
    [seller.id, wallet, ids],
  );
