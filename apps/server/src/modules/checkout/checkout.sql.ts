import { sql } from "kysely";
import type { PlannedTicket } from "@foyer/rules/paymentPlan.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import type { Ask } from "../../http/ask.ts";
import { guardStands } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import { openByLink } from "../cart/openByLink.ts";

export type Db = Pick<Ask, "db" | "seller">;

/** The cart as the money sees it, locked until the transaction ends: pay, checkout and settling meet here. */
export const lockCart = ({ db, seller }: Db, cart_id: string) => {
  const found = db
    .selectFrom("cart as c")
    .select([
      "c.id",
      "c.state",
      "c.identity_id",
      "c.purchaser_identity_id",
      "c.terms_version",
      "c.version",
      "c.part_paid",
    ])
    .select(sql<string>`app_now()`.as("now"))
    .select(sql<boolean>`${sql.raw(openByLink)}`.as("open_by_link"))
    .select(sql<boolean>`coalesce(c.paying_until > app_now(), false)`.as("paying"))
    .select(sql<boolean>`c.expires_at > app_now() or coalesce(c.paying_until > app_now(), false)`.as("alive"))
    .where("c.seller_id", "=", seller.id)
    .where("c.id", "=", cart_id);
  return (guardStands("cart_lock_at_checkout") ? found.forUpdate("c") : found).executeTakeFirst();
};
export type LockedCart = NonNullable<Awaited<ReturnType<typeof lockCart>>>;

type Held = {
  total: number;
  count: number;
  /** Gift cards are among them. */
  sells_gift_cards: boolean;
  /** Memberships are among them. */
  sells_memberships: boolean;
  /** The tickets one by one where some of them are sold with a payment plan; else null. */
  planned: PlannedTicket[] | null;
};

/** What the held tickets cost with their fees, how many they are, and what matters for how they may be paid. */
export const heldTotal = async ({ db, seller }: Db, cart_id: string): Promise<Held> => {
  const { rows } = await sql<Held>`
    select coalesce(sum(t.amount), 0)::bigint as total, count(*)::bigint as count,
      coalesce(bool_or(t.handler = 'ledger'), false) as sells_gift_cards,
      coalesce(bool_or(t.handler = 'membership'), false) as sells_memberships,
      case when bool_or(t.payment_plan is not null)
        then json_agg(json_build_object('amount', t.amount, 'plan', t.payment_plan, 'day', t.local_day)) end as planned
    from (
      select t.adjusted_value + t.fee_fixed + t.fee_percent as amount, g.handler, g.payment_plan, s.local_day
      from ticket t
      join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      left join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
      where t.seller_id = ${seller.id}::uuid and t.cart_id = ${cart_id}::uuid and t.state in ('held', 'in_cart')
    ) t`.execute(db);
  const [held] = rows;
  if (!held) throw new Error("A sum has a row.");
  return held;
};

/** A session in this cart that was cancelled after its tickets were held. */
export const cancelledSession = ({ db, seller }: Db, cart_id: string) =>
  db
    .selectFrom("ticket as t")
    .innerJoin("event_session as s", (join) =>
      join.onRef("s.seller_id", "=", "t.seller_id").onRef("s.id", "=", "t.event_session_id"),
    )
    .select("s.id")
    .where("t.seller_id", "=", seller.id)
    .where("t.cart_id", "=", cart_id)
    .where("t.state", "in", ["held", "in_cart"])
    .where("s.cancelled", "=", true)
    .executeTakeFirst();

/** The payments of a cart, without those that go back whole: they pay for nothing any more. */
export const paymentsOf = ({ db, seller }: Db, cart_id: string) =>
  db
    .selectFrom("payment")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .where(sql<boolean>`(ticket_order_id is not null or refunded + refunding < amount)`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
export type PaymentRow = Awaited<ReturnType<typeof paymentsOf>>[number];

export const findPayment = ({ db, seller }: Db, id: string) =>
  db.selectFrom("payment").selectAll().where("seller_id", "=", seller.id).where("id", "=", id).executeTakeFirst();

/** Moves a payment on, if it is still where the caller believes it to be, and writes the move down. */
export const movePayment = async (
  { db, seller }: Db,
  id: string,
  from: readonly PaymentRow["state"][],
  to: PaymentRow["state"],
  found: { provider_ref?: string | null; failure?: string } = {},
): Promise<boolean> => {
  const before = await db
    .selectFrom("payment")
    .select("state")
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before || !from.includes(before.state)) return false;
  await db
    .updateTable("payment")
    .set({ state: to, updated_at: sql<string>`app_now()`, ...found })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();
  await writeMoves({ db, seller }, "payment", [id], before.state, to);
  return true;
};

export const notePayment = ({ db, seller }: Db, id: string, provider_ref: string) =>
  db
    .updateTable("payment")
    .set({ provider_ref, updated_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();

export const writeMoves = async (
  { db, seller }: Db,
  entity: "ticket" | "cart" | "payment",
  ids: readonly string[],
  from_state: string,
  to_state: string,
) => {
  if (ids.length === 0) return;
  await db
    .insertInto("transition")
    .values(ids.map((entity_id) => ({ seller_id: seller.id, entity, entity_id, from_state, to_state })))
    .execute();
};

/** What was not given this time is empty again. `kept_by`: the visitor who came by a link and put themselves down. */
export const savePurchaserRow = async (
  { db, seller }: Db,
  cart: LockedCart,
  { additional_info = {}, ...given }: IdentityInput,
  { terms_version, kept_by }: { terms_version: string | null; kept_by: string | undefined },
): Promise<string> => {
  const row = { ...emptyIdentity, ...given, additional_info: JSON.stringify(additional_info) };
  const id = cart.purchaser_identity_id ?? newId();
  const claim =
    kept_by === undefined ? sql`'{}'` : sql`jsonb_build_object('kept_by', ${kept_by}::text, 'kept_at', app_now())`;
  if (cart.purchaser_identity_id) {
    await db
      .updateTable("identity")
      .set({ ...row, meta: sql<string>`(meta - 'kept_by' - 'kept_at') || ${claim}::jsonb` })
      .where("seller_id", "=", seller.id)
      .where("id", "=", id)
      .execute();
  } else {
    await db
      .insertInto("identity")
      .values({ ...row, seller_id: seller.id, id, kind: "guest", meta: sql<string>`${claim}::jsonb` })
      .execute();
  }
  await db
    .updateTable("cart")
    .set({ purchaser_identity_id: id, ...(terms_version === null ? {} : { terms_version }) })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart.id)
    .execute();
  return id;
};

const emptyIdentity = {
  phone: null,
  address: null,
  address_more: null,
  city: null,
  state: null,
  region: null,
  country: null,
  zip_code: null,
  gift_aid_eligible: null,
};

export const orderOfCart = ({ db, seller }: Db, cart_id: string) =>
  db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .executeTakeFirst();

export const insertOrder = (
  { db, seller }: Db,
  order: {
    identity_id: string;
    owner_identity_id: string;
    cart_id: string;
    currency: string;
    total: number;
    scan_code: string;
  },
) =>
  db
    .insertInto("ticket_order")
    .values({ ...order, seller_id: seller.id, id: newId() })
    .returningAll()
    .executeTakeFirstOrThrow();

export const heldTickets = ({ db, seller }: Db, cart_id: string) =>
  db
    .selectFrom("ticket")
    .select(["id", "state"])
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .where("state", "in", ["held", "in_cart"])
    .orderBy("id")
    .forUpdate()
    .execute();

/** One statement for all tickets of the order, each with a scan code of its own. */
export const bookTickets = (
  { db, seller }: Db,
  order_id: string,
  tickets: readonly { id: string; scan_code: string }[],
) =>
  sql`update ticket t set state = 'booked', ticket_order_id = ${order_id}::uuid, scan_code = given.scan_code
      from unnest(${tickets.map((ticket) => ticket.id)}::uuid[], ${tickets.map((ticket) => ticket.scan_code)}::text[]) as given (id, scan_code)
      where t.seller_id = ${seller.id}::uuid and t.id = given.id and t.state in ('held', 'in_cart')`.execute(db);

export const completeCartRow = ({ db, seller }: Db, cart_id: string) =>
  db
    .updateTable("cart")
    .set({ state: "completed", paying_until: null })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("state", "=", "pending")
    .execute();

export const givePaymentsToOrder = ({ db, seller }: Db, cart_id: string, ticket_order_id: string) =>
  db
    .updateTable("payment")
    .set({ ticket_order_id })
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .where("state", "=", "captured")
    .where(sql<boolean>`refunded + refunding < amount`)
    .execute();
