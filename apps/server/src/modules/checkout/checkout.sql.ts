import { sql } from "kysely";
import type { RequestContext } from "../../http/requestContext.ts";
import { heldSummary, type HeldSummary } from "./batch/lockCheckout.ts";
import { lockCheckoutCarts, checkoutTickets, type LockedCart } from "./batch/lockCheckout.sql.ts";
import { writeTransitions } from "./batch/checkoutWrites.sql.ts";

export type SellerDb = Pick<RequestContext, "db" | "seller">;
export type CheckoutContext = Pick<RequestContext, "db" | "seller" | "providers">;

/** The cart as the money sees it, locked until the transaction ends. */
export const lockCart = async ({ db, seller }: SellerDb, cart_id: string): Promise<LockedCart | undefined> => {
  const [cart] = await lockCheckoutCarts(db, seller.id, [cart_id]);
  return cart;
};

/** What the cart's held tickets cost. */
export const heldTotal = async ({ db, seller }: SellerDb, cart_id: string): Promise<HeldSummary> =>
  heldSummary(await checkoutTickets(db, seller.id, [cart_id]));

/** The payments of a cart, without those that go back whole: they pay for nothing any more. */
export const paymentsOf = ({ db, seller }: SellerDb, cart_id: string) =>
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

export const findPayment = ({ db, seller }: SellerDb, id: string) =>
  db.selectFrom("payment").selectAll().where("seller_id", "=", seller.id).where("id", "=", id).executeTakeFirst();

/** Moves a payment on, if it is still where the caller believes it to be, and writes the move down. */
export const movePayment = async (
  { db, seller }: SellerDb,
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
  await writeTransitions(db, seller.id, [{ entity: "payment", id, from: before.state, to }]);
  return true;
};

export const orderOfCart = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .executeTakeFirst();
