import type { TestApp } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import type { TestOrder } from "./changedOrders.ts";
import { usedPlaces } from "./requestChange.ts";

/**
 * The open change of an order as it is stored, with its tickets and codes, and the used capacity of the shop's sessions.
 */
export const openChangeState = async (server: TestApp, shop: TestShop, { id }: Pick<TestOrder, "id">) => {
  const cart = await server.db
    .selectFrom("cart")
    .selectAll()
    .where("changes_order_id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  const tickets = await server.db
    .selectFrom("ticket")
    .select(["id", "state", "event_session_id", "ticket_type_id", "seat_id"])
    .where("cart_id", "=", cart.id)
    .orderBy("id")
    .execute();
  const codes = await server.db
    .selectFrom("cart_code")
    .select(["code_id", "is_applied"])
    .where("cart_id", "=", cart.id)
    .execute();
  return { cart, tickets, codes, places: await usedPlaces(server, shop) };
};
