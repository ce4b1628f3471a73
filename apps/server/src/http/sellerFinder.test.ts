import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { recordStatements } from "../../test/database/statements/recordStatements.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { sellerFinder } from "./sellerFinder.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

/** Finds the shop's seller, which is read again each time. */
const openFinder = () => {
  const find = sellerFinder(server.db, 0.001);
  return async () => {
    const found = await find(shop.slug);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (!found) throw new Error("There is no seller.");
    return found;
  };
};

test("a seller that is read again unchanged is equal, with the same parts", async () => {
  const find = openFinder();
  const [first, second] = [await find(), await find()];
  expect(second).not.toBe(first);
  expect(second).toEqual(first);
  expect(second.theme).toBe(first.theme);
  expect(second.configuration).toBe(first.configuration);
});

test("a seller that was changed is read with its changes", async () => {
  const find = openFinder();
  const first = await find();
  await server.db.updateTable("seller").set({ name: "Renamed" }).where("id", "=", shop.seller_id).execute();
  const second = await find();
  expect(second.name).toBe("Renamed");
  expect(second.theme).not.toBe(first.theme);
});

test("a seller that is gone is not found, however it was read before", async () => {
  const { slug } = await createTestShop(server.db);
  const find = sellerFinder(server.db, 0.001);
  expect(await find(slug)).toBeDefined();
  await server.db
    .updateTable("seller")
    .set({ slug: `${slug}-gone` })
    .where("slug", "=", slug)
    .execute();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await find(slug)).toBeUndefined();
  expect(await find(`${slug}-gone`)).toBeDefined();
});

test("a seller that a job has just read is not read again by a request of the same server", async () => {
  const sellers = sellerFinder(server.db, 60);
  const readsBy = async (app: TestApp): Promise<number> => {
    const { texts } = await recordStatements(() => app.get(other.slug, "/api/events/available"));
    await app.close();
    return texts.filter((text) => /from "seller" where "slug"/.test(text)).length;
  };
  const other = await createTestShop(server.db);
  await sellers(other.slug);
  expect(await readsBy(await openTestApp({ sellers }, server))).toBe(0);
  expect(await readsBy(await openTestApp({}, server))).toBe(1);
});
