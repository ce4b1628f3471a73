import { expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { checkPageCommand } from "./checkPage.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const runCommand = async (...args: string[]) => {
  const lines: string[] = [];
  const context = commandContext({
    connections: server.connections,
    lines,
    // Nothing listens on this port.
    openProviders: async () => ({ ...testProviders(server), origin: "http://127.0.0.1:9" }),
  });
  return { code: await checkPageCommand.run(args, context), lines };
};

test("reports that no seller takes cards", async () => {
  expect(await runCommand()).toEqual({ code: 0, lines: ["No seller has keys of a card provider."] });
  const { slug } = await createTestShop(server.db);
  await expect(runCommand(slug)).rejects.toThrow(`'${slug}' has no keys of a card provider.`);
});

test("reports a page that cannot be reached", async () => {
  const { slug, seller_id } = await createTestShop(server.db);
  await server.db
    .insertInto("payment_keys")
    .values({
      seller_id,
      gateway_id: "stripe",
      sealed: Buffer.from("x"),
      updated_at: Temporal.Now.instant().toString(),
    })
    .execute();
  const { code, lines } = await runCommand(slug);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(`^http://127\\.0\\.0\\.1:9/${slug}/checkout: could not be compared: .+`),
  ]);
});
