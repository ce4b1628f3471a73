import type { ChangeOffer } from "../../../db/schema/carts.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** Marks a change as offered for payment, and sets when its hold ends. Returns that time. */
export const insertOffer = async (
  pipeline: Pipeline,
  seller_id: string,
  { cart_id, offer, minutes }: { readonly cart_id: string; readonly offer: ChangeOffer; readonly minutes: number },
): Promise<string> => {
  const [row] = await statement<{ expires_at: string }>(
    pipeline,
    `update cart set change_offer = $3::jsonb, expires_at = app_now() + make_interval(mins => $4::int),
       max_hold_until = greatest(max_hold_until, app_now() + make_interval(mins => $4::int))
     where seller_id = $1 and id = $2 and state = 'pending' and change_actor = 'venue' returning expires_at`,
    [seller_id, cart_id, JSON.stringify(offer), minutes],
  );
  if (!row) throw new Error(`The change ${cart_id} is no longer open.`);
  return row.expires_at;
};

export type OpenOffer = Pick<ChangeOffer, "reason" | "made_by" | "due"> & {
  readonly cart_id: string;
  /** The visitor who has accepted it; until then the order's owner. */
  readonly identity_id: string;
  readonly expires_at: string;
  readonly paying: boolean;
};

/** The change of an order that waits to be paid by its link; undefined if there is none or it has expired. */
export const openOffer = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<OpenOffer | undefined> => {
  const [row] = await statement<OpenOffer>(
    pipeline,
    `select c.id as cart_id, c.identity_id, c.expires_at, coalesce(c.leased_until > app_now(), false) as paying,
       c.change_offer ->> 'reason' as reason, c.change_offer ->> 'made_by' as made_by,
       (c.change_offer ->> 'due')::bigint as due
     from cart c where c.seller_id = $1 and c.changes_order_id = $2 and c.state = 'pending'
       and c.change_offer ->> 'paid_by' = 'link' and (c.expires_at > app_now() or c.leased_until > app_now())`,
    [seller_id, order_id],
  );
  return row;
};

/** Gives an offered change to a visitor. The caller has locked it. */
export const assignOffer = async (
  pipeline: Pipeline,
  seller_id: string,
  { cart_id, identity_id }: { readonly cart_id: string; readonly identity_id: string },
): Promise<void> => {
  await statement(
    pipeline,
    `update cart set identity_id = $3, version = version + 1 where seller_id = $1 and id = $2 and state = 'pending'`,
    [seller_id, cart_id, identity_id],
  );
};
