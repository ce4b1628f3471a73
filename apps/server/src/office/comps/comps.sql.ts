import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { GroupMeta } from "@foyer/contract/shop/catalog.ts";
import type { EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

export type CompType = {
  readonly id: string;
  readonly handler: TicketGroup["handler"];
  readonly meta: GroupMeta;
  readonly event_meta: EventMeta;
};

/** Ticket types with the details that their groups ask for. */
export const readCompTypes = (
  pipeline: Pipeline,
  seller_id: string,
  type_ids: readonly string[],
): Promise<CompType[]> =>
  statement(
    pipeline,
    `select y.id, g.handler, g.meta, e.meta as event_meta
     from ticket_type y
     join ticket_group g on g.seller_id = $1 and g.id = y.ticket_group_id
     join event_template e on e.seller_id = $1 and e.id = g.event_template_id
     where y.seller_id = $1 and y.id = any($2::uuid[])`,
    [seller_id, type_ids],
  );

/**
 * The number of tickets that the staff member has given away today, in the seller's time zone. Read it behind the lock on
 * their roles.
 */
export const givenAwayToday = async ({ db, seller, staff }: StaffContext): Promise<number> => {
  const [row] = await statement<{ tickets: number }>(
    db,
    `select coalesce(sum(c.tickets), 0)::int as tickets from comp_order c
     where c.seller_id = $1 and c.staff_id = $2 and c.created_at >= date_trunc('day', app_now() at time zone $3) at time zone $3`,
    [seller.id, staff.id, seller.timezone],
  );
  return row?.tickets ?? 0;
};

export type NewComp = {
  readonly ticket_order_id: string;
  readonly reason: string;
  readonly tickets: number;
  /** Minor units. */
  readonly worth: number;
};

export const insertComp = async ({ db, seller, staff }: StaffContext, comp: NewComp): Promise<void> => {
  const { ticket_order_id, reason, tickets, worth } = comp;
  await statement(
    db,
    `insert into comp_order (seller_id, ticket_order_id, staff_id, reason, tickets, worth) values ($1, $2, $3, $4, $5, $6)`,
    [seller.id, ticket_order_id, staff.id, reason, tickets, worth],
  );
};

/** Records that the order's e-mail was not sent, so that the next one is treated as the first. */
export const holdConfirmation = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  ticket_order_id: string,
): Promise<void> => {
  await statement(db, `update ticket_order set confirmation_held = true where seller_id = $1 and id = $2`, [
    seller.id,
    ticket_order_id,
  ]);
};

/** Sets the cart's purchaser. The caller has locked the cart. */
export const namePurchaserOfComp = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  cart_id: string,
  identity_id: string,
): Promise<void> => {
  await statement(
    db,
    `update cart set purchaser_identity_id = $3, version = version + 1 where seller_id = $1 and id = $2 and state = 'pending'`,
    [seller.id, cart_id, identity_id],
  );
};
