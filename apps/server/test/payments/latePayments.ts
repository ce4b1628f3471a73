import { expect } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../src/jobs/releaseExpiredHolds.ts";
import { settleOpenPayments } from "../../src/jobs/settleOpenPayments.ts";
import type { TestApp } from "../app/testApp.ts";
import { ada, cards, type TestBuyer } from "../shop/testBuyer.ts";
import { testProviders } from "../app/testProviders.ts";

/** The settling job, for payments of any age. Its log lines are passed to `note`. */
export const createSettler = (server: TestApp, note: (fields: object) => void) => (): Promise<number> =>
  settleOpenPayments(
    {
      connections: server.connections,
      providers: testProviders(server),
      findSeller: sellerFinder(server.db, 0),
      log: { info: () => undefined, warn: note, error: note },
    },
    -1,
  );

/** Ends the payment's lease and the hold, as if the bank had taken too long. */
export const expireCart = async ({ db }: TestApp, cart: Pick<Cart, "id">): Promise<void> => {
  await sql`update cart set expires_at = app_now() - interval '1 hour', leased_until = app_now() - interval '1 hour' where id = ${cart.id}`.execute(
    db,
  );
  await releaseExpiredHolds(db);
  const row = await db.selectFrom("cart").select("state").where("id", "=", cart.id).executeTakeFirstOrThrow();
  expect(row.state).toBe("expired");
};

export const confirmAtTestBank = ({ app }: TestApp, action_url: string) =>
  app.inject({
    method: "POST",
    url: action_url.replace("http://localhost", ""),
    payload: "decision=agree",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

/** A buyer who confirms the payment at their bank after the hold has expired. */
export const payAfterExpiry = async (
  server: TestApp,
  buyer: TestBuyer,
  cart: Cart,
  { who: purchaser = ada, amount }: { readonly who?: object; readonly amount?: string } = {},
): Promise<{ readonly payment_id: string }> => {
  const saved = await buyer.savePurchaser(cart, purchaser);
  expect(saved.status).toBe(200);
  const { payment_id, action_url } = (await buyer.pay(cart, cards.requiresAction, amount)).body._data[0]._extra;
  await expireCart(server, cart);
  await confirmAtTestBank(server, action_url);
  return { payment_id: String(payment_id) };
};
