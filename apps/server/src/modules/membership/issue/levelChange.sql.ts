import { statement, statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A membership whose level is changed. */
export type ChangedMembership = {
  readonly id: string;
  readonly ticket_id: string;
  readonly state: "active" | "cancelled";
  readonly identity_id: string | null;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly scan_code: string;
  readonly member_number: string;
  readonly valid_to: string | null;
  /** Its term is running. */
  readonly is_running: boolean;
  readonly level_name: string;
  /** The cart of the link by which staff last offered to change it. */
  readonly change_cart_id: string | null;
};

/** Locks memberships, so that tickets that use them are held either before or after the change. */
export const lockChangedMemberships = (
  db: Pipeline,
  seller_id: string,
  ids: readonly string[],
): Promise<ChangedMembership[]> =>
  statementWithFreshPlan(
    db,
    `select m.id, m.ticket_id, m.state, m.identity_id, m.holder_name, m.holder_email, m.scan_code, m.member_number, m.valid_to, m.level_name, m.change_cart_id,
       m.state = 'active' and (m.valid_to is null or m.valid_to > app_now()) as is_running
     from membership m where m.seller_id = $1 and m.id = any($2::uuid[]) order by m.id for update`,
    [seller_id, ids],
  );

/** The number of an order if it was bought by one of these links; undefined otherwise. */
export const numberOfLinkedOrder = async (
  db: Pipeline,
  seller_id: string,
  { order_id, cart_ids }: { readonly order_id: string; readonly cart_ids: readonly string[] },
): Promise<number | undefined> => {
  const [row] = await statement<{ order_number: number }>(
    db,
    `select order_number::int as order_number from ticket_order where seller_id = $1 and id = $2 and cart_id = any($3::uuid[])`,
    [seller_id, order_id, cart_ids],
  );
  return row?.order_number;
};

export type ChangedLevel = { readonly id: string; readonly changes_id: string; readonly worth: number };

/** Ends the terms at the former level now. A next term that was paid in the meantime follows the new level's term. */
export const endFormerTerms = async (
  db: Pipeline,
  seller_id: string,
  { changed, now }: { readonly changed: readonly ChangedLevel[]; readonly now: string },
): Promise<void> => {
  const [ids, former] = [changed.map(({ id }) => id), changed.map(({ changes_id }) => changes_id)];
  await statement(
    db,
    `update membership set valid_to = $3::timestamptz, change_cart_id = null where seller_id = $1 and id = any($2::uuid[])`,
    [seller_id, former, now],
  );
  await statement(
    db,
    `update membership m set renews_id = n.id from unnest($2::uuid[], $3::uuid[]) as n (id, former)
     where m.seller_id = $1 and m.renews_id = n.former and m.state = 'active'`,
    [seller_id, ids, former],
  );
};

/** Links the terms at the new level to those at the former one, and stores what they are worth. */
export const followFormerTerms = async (
  db: Pipeline,
  seller_id: string,
  changed: readonly ChangedLevel[],
): Promise<void> => {
  await statement(
    db,
    `update membership m set renews_id = n.former, worth = n.worth
     from unnest($2::uuid[], $3::uuid[], $4::bigint[]) as n (id, former, worth) where m.seller_id = $1 and m.id = n.id`,
    [
      seller_id,
      changed.map(({ id }) => id),
      changed.map(({ changes_id }) => changes_id),
      changed.map(({ worth }) => worth),
    ],
  );
};
