import { afterAll, beforeAll, expect, test } from "vitest";
import { makeShop } from "../db/testShop.ts";
import { openTestApp, type TestApp } from "../testApp.ts";
import { outsideOf } from "../testOutside.ts";
import { checkPages } from "./checkPage.ts";
import type { Desk } from "./command.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const never = (): never => {
  throw new Error("nobody asks for it");
};
const said = async (...args: string[]) => {
  const lines: string[] = [];
  const desk: Desk = {
    open: async () => server.connections,
    now: Temporal.Now.instant(),
    print: (line) => void lines.push(line),
    read: never,
    sealer: never,
    // Nobody listens there.
    outside: async () => ({ ...outsideOf(server), origin: "http://127.0.0.1:9" }),
  };
  return { code: await checkPages.run(args, desk), lines };
};

test("where nobody takes cards there is nothing to compare", async () => {
  expect(await said()).toEqual({ code: 0, lines: ["Nobody takes cards with Stripe here."] });
  const { slug } = await makeShop(server.db);
  await expect(said(slug)).rejects.toThrow(`'${slug}' is no seller who takes cards with Stripe.`);
});

test("a page that cannot be reached is worth an alarm", async () => {
  const { slug, seller_id } = await makeShop(server.db);
  await server.db
    .insertInto("payment_keys")
    .values({
      seller_id,
      gateway_id: "stripe",
      sealed: Buffer.from("x"),
      updated_at: Temporal.Now.instant().toString(),
    })
    .execute();
  const { code, lines } = await said(slug);
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(`^http://127\\.0\\.0\\.1:9/${slug}/checkout: cannot be compared: .+`)]);
});
