import { expect } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/cart.ts";
import { sellerFinder } from "./http/sellers.ts";
import { releaseExpired } from "./jobs/releaseExpired.ts";
import { settleAll } from "./jobs/settleAll.ts";
import type { TestApp } from "./testApp.ts";
import { ada, cards, type Buyer } from "./testBuyer.ts";
import { outsideOf } from "./testOutside.ts";

/** The settling job, as if all payments had been left alone for long. What is worth a line comes to `note`. */
export const settlerOf = (server: TestApp, note: (fields: object) => void) => (): Promise<number> =>
  settleAll(
    {
      connections: server.connections,
      outside: outsideOf(server),
      findSeller: sellerFinder(server.db, 0),
      log: { info: () => undefined, warn: note, error: note },
    },
    -1,
  );

/** The bank took its time: the lease is over, and so is the hold. */
export const timeIsOver = async ({ db }: TestApp, cart: Pick<Cart, "id">): Promise<void> => {
  await sql`update cart set expires_at = app_now() - interval '1 hour', paying_until = app_now() - interval '1 hour' where id = ${cart.id}`.execute(
    db,
  );
  await releaseExpired(db);
  const row = await db.selectFrom("cart").select("state").where("id", "=", cart.id).executeTakeFirstOrThrow();
  expect(row.state).toBe("expired");
};

export const agreeAt = ({ app }: TestApp, action_url: string) =>
  app.inject({
    method: "POST",
    url: action_url.replace("http://localhost", ""),
    payload: "decision=agree",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

/** Who buys is known and at their bank with this cart when its time runs out; then they agree. */
export const agreedLate = async (
  server: TestApp,
  buyer: Buyer,
  cart: Cart,
  { who = ada, amount }: { readonly who?: object; readonly amount?: string } = {},
): Promise<{ readonly payment_id: string }> => {
  const kept = await buyer.savePurchaser(cart, who);
  expect(kept.status).toBe(200);
  const { payment_id, action_url } = (await buyer.pay(cart, cards.asks, amount)).body._data[0]._extra;
  await timeIsOver(server, cart);
  await agreeAt(server, action_url);
  return { payment_id: String(payment_id) };
};
