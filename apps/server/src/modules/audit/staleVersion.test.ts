import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { writeEntry, type AuditScope } from "./audit.ts";
import { staleVersion } from "./staleVersion.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

test("a stale version names the fields that were changed, personal ones too, and not what was only sent since", async () => {
  const { person } = await signedIn(server, shop, ["manager"], { name: "Mo Manager" });
  const db = server.connections.forSeller(shop.seller_id);
  const seller = { id: shop.seller_id };
  const scope: AuditScope = {
    db,
    seller,
    actor: "staff",
    via: "office",
    staff_id: person.id,
    roles: ["manager"],
    requestId: null,
  };
  const entity = { kind: "gift_card", id: crypto.randomUUID() } as const;
  const personal = { before: { email: "old@buyer.example" }, after: { email: "new@buyer.example" } };
  const changed = { before: { balance: "1" }, after: { balance: "2", reissued: true } };
  await writeEntry(scope, { action: "gift_card.adjusted", entity, ...changed, personal });
  await writeEntry(scope, { action: "gift_card.resent", entity, personal: { after: { to: "new@buyer.example" } } });
  const refused = await staleVersion({ db, seller } as never, entity, { context: "ledger" });
  expect(refused.extra).toMatchObject({
    changed_by: "Mo Manager",
    change: "gift_card.adjusted",
    changed_fields: ["balance", "email", "reissued"],
  });
});
