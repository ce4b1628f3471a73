import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { createSealer } from "../../providers/sealer.ts";
import { paymentKeysOf, saveStoredKeys, serviceKeysOf } from "../../providers/storedKeys.sql.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("keys that cannot be decrypted are an exception of their owner, and the board is shown", async () => {
  const shop = await createTestShop(server.db, { seller: { configuration: JSON.stringify({ gateway: "stripe" }) } });
  const db = server.connections.forSeller(shop.seller_id);
  const foreign = createSealer({ DATA_DIR: "/nonexistent", SECRETS_KEY: "ab".repeat(32) });
  const keys = { publishable_key: "pk_live_ofNobody1", secret_key: "sk_live_ofNobody1" };
  await saveStoredKeys(db, foreign, paymentKeysOf(shop.seller_id, "stripe"), keys);
  await saveStoredKeys(db, foreign, serviceKeysOf(shop.seller_id, "apple_wallet"), { passphrase: "secret" });
  const boardOf = async (role: "owner" | "manager") => (await signedIn(server, shop, [role])).get("/board");
  const { status, body } = await boardOf("owner");
  expect(status).toBe(200);
  expect(body.exceptions).toEqual([{ kind: "keys_failing", count: 2, order_numbers: [] }]);
  expect((await boardOf("manager")).body).toMatchObject({ exceptions: [], opening: null });
});
