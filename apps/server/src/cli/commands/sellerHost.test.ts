import { expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { createTestShop, type SellerOverrides } from "../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { sellerCommand } from "./seller.ts";
import { sellersCommand } from "./sellers.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const run = async (args: readonly string[], command = sellerCommand) => {
  const lines: string[] = [];
  await command.run(
    args,
    commandContext({
      connections: server.connections,
      lines,
      openProviders: async () => ({ ...testProviders(server), origin: "https://tickets.example:8443" }),
    }),
  );
  return lines;
};
const createShop = (seller: SellerOverrides = {}) => createTestShop(server.db, { seller });

test("sets, shows and removes a seller's own host", async () => {
  const { slug, seller_id } = await createShop();
  const own = [`${slug} is at https://box.harbor.example:8443/${slug}.`];
  expect(await run(["host", slug, "Box.Harbor.example"])).toEqual(own);
  expect(await run(["host", slug])).toEqual(own);
  expect((await run([], sellersCommand)).find((line) => line.startsWith(slug))).toMatch(/\tbox\.harbor\.example$/);
  expect(await run(["host", slug, "--forget"])).toEqual([
    `${slug} is at https://tickets.example:8443/${slug}, an address that sellers share.`,
  ]);
  const entry = { action: "seller.host_set", actor: "command_line", entity_kind: "seller", entity_id: seller_id };
  expect(await auditOf(server.db, seller_id)).toMatchObject([
    { ...entry, before: { host: null }, after: { host: "box.harbor.example" } },
    { ...entry, before: { host: "box.harbor.example" }, after: { host: null } },
  ]);
});

test("lists sellers with the number of events and sessions in the singular and the plural", async () => {
  const one = await createTestShop(server.db);
  const line = (await run([], sellersCommand)).find((text) => text.startsWith(one.slug));
  expect(line?.split("\t").slice(4)).toEqual(["1 event", "1 session"]);
});

test("stores a name with non-ASCII letters as browsers send it", async () => {
  const { slug } = await createShop();
  expect(await run(["host", slug, "bücher.example"])).toEqual([
    `${slug} is at https://xn--bcher-kva.example:8443/${slug}.`,
  ]);
});

test("says that a tag container is not loaded without a host", async () => {
  const { slug } = await createShop({ web: JSON.stringify({ analytics: { container_id: "GTM-QUAY01" } }) });
  expect((await run(["host", slug]))[1]).toMatch(/tag container is not loaded in production/);
  expect(await run(["host", slug, "container.example"])).toHaveLength(1);
});

test.each([
  "localhost",
  "harbor",
  "127.0.0.1",
  "[::1]",
  "harbor.example/events",
  "harbor.example:444",
  "user@harbor.example",
  "https://harbor.example",
  "box-.harbor.example",
  "harbor..example",
  `${"a".repeat(64)}.example`,
  "harbor.example?x",
  "harbor.example#x",
])("refuses %j, which is not a host name", async (host) => {
  const { slug } = await createShop();
  await expect(run(["host", slug, host])).rejects.toThrow("is not a host name");
});

test("refuses the host of BASE_URL and the host of another seller", async () => {
  const [one, other] = [await createShop(), await createShop()];
  await expect(run(["host", one.slug, "tickets.example"])).rejects.toThrow("which all sellers share");
  await run(["host", one.slug, "one.example"]);
  await expect(run(["host", other.slug, "ONE.example"])).rejects.toThrow("'one.example' is the host of another seller");
  await expect(run(["host", "nobody", "two.example"])).rejects.toThrow("There is no seller 'nobody'");
});
