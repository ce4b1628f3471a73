import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A membership card as it is printed. */
export type CardRow = {
  readonly id: string;
  readonly ticket_id: string;
  /** The user whose account has the card. */
  readonly identity_id: string | null;
  readonly scan_code: string;
  readonly member_number: string;
  readonly level_name: string;
  readonly type_name: string;
  readonly holder_name: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly timezone: string;
  readonly venue_name: string | null;
  readonly venue_address: string | null;
  readonly event_template_id: string;
  readonly event_name: string;
  readonly order_number: number;
  readonly currency: string;
  readonly created_at: string;
};

const selectCards = `
  select m.id, m.ticket_id, m.identity_id, m.scan_code, m.member_number, m.level_name, y.name as type_name, m.holder_name, m.valid_from, m.valid_to,
    e.timezone, v.name as venue_name, v.address as venue_address, e.id as event_template_id, e.name as event_name,
    o.order_number, o.currency, o.created_at
  from membership m
  join ticket_type y on y.seller_id = m.seller_id and y.id = m.ticket_type_id
  join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
  join ticket_order o on o.seller_id = m.seller_id and o.id = m.ticket_order_id
  left join venue v on v.seller_id = e.seller_id and v.id = e.venue_id
  where m.seller_id = $1 and m.state = 'active'`;

/** In the order of `ids`; cancelled cards are left out. */
export const cardsById = (db: Pipeline, seller_id: string, ids: readonly string[]): Promise<CardRow[]> =>
  statementWithFreshPlan(db, `${selectCards} and m.id = any($2::uuid[]) order by array_position($2::uuid[], m.id)`, [
    seller_id,
    ids,
  ]);

export const cardsOfOrders = (db: Pipeline, seller_id: string, order_ids: readonly string[]): Promise<CardRow[]> =>
  statementWithFreshPlan(db, `${selectCards} and m.ticket_order_id = any($2::uuid[]) order by m.id`, [
    seller_id,
    order_ids,
  ]);

/** The address for a card's e-mail: that of the person on it, or else of the membership's holder. */
export const addressOfCard = async (
  db: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<string | undefined> => {
  const [row] = await statementWithFreshPlan<{ address: string | null }>(
    db,
    `select coalesce(m.holder_email, i.email, (
       select coalesce(h.holder_email, k.email) from membership h left join identity k on k.seller_id = $1 and k.id = h.identity_id
       where h.seller_id = $1 and h.ticket_order_id = m.ticket_order_id and h.ticket_group_id = m.ticket_group_id
         and h.party_role = 'member' and h.state = 'active' order by h.id limit 1)) as address
     from membership m left join identity i on i.seller_id = $1 and i.id = m.identity_id
     where m.seller_id = $1 and m.id = $2`,
    [seller_id, membership_id],
  );
  return row?.address ?? undefined;
};
