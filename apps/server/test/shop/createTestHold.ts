import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import type { TestEvent, TestTicketGroup, TestSession, TestTicketType, TestShop } from "./createTestShop.ts";

/** A visitor's pending cart with held tickets; counters are updated as by a real hold. */
export const createTestHold = async (
  db: Database,
  shop: Pick<TestShop, "seller_id">,
  hold: {
    event: TestEvent;
    session?: TestSession;
    group: TestTicketGroup;
    type: TestTicketType;
    quantity: number;
    /** Seconds until it expires; negative for the past. */
    expiresIn?: number;
    /** Seconds left of a payment in progress. */
    payingFor?: number;
    identity_id?: string;
  },
): Promise<{ cart_id: string; identity_id: string }> => {
  const { seller_id } = shop;
  const cart_id = newId();
  const identity_id = hold.identity_id ?? newId();
  const inSeconds = (seconds: number) =>
    Temporal.Now.instant()
      .add({ milliseconds: Math.round(seconds * 1000) })
      .toString();
  if (!hold.identity_id)
    await db.insertInto("identity").values({ seller_id, id: identity_id, kind: "public" }).execute();
  const expires_at = inSeconds(hold.expiresIn ?? 600);
  await db
    .insertInto("cart")
    .values({
      seller_id,
      id: cart_id,
      identity_id,
      expires_at,
      max_hold_until: inSeconds(7200),
      leased_until: hold.payingFor === undefined ? null : inSeconds(hold.payingFor),
    })
    .execute();
  const { excluded } = await db
    .updateTable("ticket_group")
    .set((eb) => ({ used_capacity: eb("used_capacity", "+", hold.quantity) }))
    .where("seller_id", "=", seller_id)
    .where("id", "=", hold.group.id)
    .returning("exclude_from_event_capacity as excluded")
    .executeTakeFirstOrThrow();
  if (hold.session && !excluded)
    await db
      .updateTable("event_session")
      .set((eb) => ({ used_capacity: eb("used_capacity", "+", hold.quantity) }))
      .where("seller_id", "=", seller_id)
      .where("id", "=", hold.session.id)
      .execute();
  await db
    .insertInto("ticket")
    .values(
      Array.from({ length: hold.quantity }, () => ({
        seller_id,
        id: newId(),
        state: "in_cart" as const,
        cart_id,
        ticket_type_id: hold.type.id,
        ticket_group_id: hold.group.id,
        event_template_id: hold.event.id,
        event_session_id: hold.session?.id ?? null,
        face_value: hold.type.currency_amount,
        adjusted_value: hold.type.currency_amount,
      })),
    )
    .execute();
  return { cart_id, identity_id };
};
