import { sql } from "kysely";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { TestApp } from "../app/testApp.ts";
import type { EventOverrides, TestShop } from "../shop/createTestShop.ts";
import { createChangeShop } from "./changedOrders.ts";

/** Sessions for 20.00, 20.00, 25.00 and 15.00; the last one is sold out. */
const sessions = [
  { inDays: 7 },
  { inDays: 8 },
  { inDays: 9, prices: { 0: 2500 } },
  { inDays: 10, prices: { 0: 1500 } },
  { inDays: 11, capacity: 0 },
];

/** A shop with sessions of several prices, whose buyers change their orders. */
export const openChangeShop = (server: TestApp, self_edit?: SelfEdit, event: EventOverrides = {}): Promise<TestShop> =>
  createChangeShop(server, self_edit, { sessions, ...event });

/** Makes the hold of a cart expire half a minute ago. */
export const endHold = ({ db }: Pick<TestApp, "db">, cart_id: string) =>
  db
    .updateTable("cart")
    .set({ expires_at: sql<string>`app_now() - interval '30 seconds'` })
    .where("id", "=", cart_id)
    .execute();
