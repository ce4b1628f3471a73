import pg from "pg";
import type { TestApp } from "../app/testApp.ts";
import { ownerOf } from "../database/cloneDatabase.ts";
import { copyOrder, readOriginal } from "./copyOrder.ts";

/** Stores `number` copies of an order, each with a buyer of its own. */
export const copyOrders = async (server: TestApp, order_id: string, number: number): Promise<void> => {
  const { cart_id } = await server.db
    .selectFrom("ticket_order")
    .select("cart_id")
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const client = new pg.Client(ownerOf(server.databaseConfig));
  await client.connect();
  await client.query("set app.seller = '*'");
  const queries = {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await client.query<Row>(text, [...values])).rows,
  };
  await copyOrder(queries, await readOriginal(queries, { order_id, cart_id }), { from: 1, to: number });
  await client.end();
};
