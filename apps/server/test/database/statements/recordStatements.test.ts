import { afterEach, expect, test, vi } from "vitest";
import { PlanAge } from "../../../src/db/connection/planAge.ts";
import { createTestShop } from "../../shop/createTestShop.ts";
import { setUpTestApp } from "../../app/setUpTestApp.ts";
import type { TestApp } from "../../app/testApp.ts";
import { recordStatements } from "./recordStatements.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));
afterEach(() => void vi.restoreAllMocks());

test("a session that discards its plans sends the same statements as one that does not", async () => {
  const shop = await createTestShop(server.db);
  const look = () => server.get(shop.slug, `/api/ledger/cards/7K3M2QXW`);
  await look();
  const isDue = vi.spyOn(PlanAge.prototype, "isDue").mockReturnValue(false);
  const { texts } = await recordStatements(look);
  isDue.mockReturnValue(true);
  const anew = await recordStatements(look);
  expect(isDue).toHaveBeenCalled();
  expect(texts.length).toBeGreaterThan(0);
  expect(anew.texts).toEqual(texts);
});
