import { afterAll, beforeAll, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { auditOf, mailsTo, OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { staffCommand } from "./staff.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

/** Runs `foyer staff` and returns the secret of the link that it prints. */
const run = async (...args: string[]): Promise<string> => {
  const lines: string[] = [];
  const context = commandContext({
    connections: server.connections,
    lines,
    officeOrigin: () => "https://office.example",
  });
  expect(await staffCommand.run(args, context)).toBe(0);
  return /https:\/\/office\.example\/_office\/[\w-]+#([\w-]{43})$/.exec(lines.at(-1) ?? "")?.[1] ?? "";
};
const account = { name: "Ada First", password: "a long walk by the quay" };

test("the first owner is invited at the command line, and the audit log records it", async () => {
  const token = await run("invite", "Ada@First.example", "--seller", shop.slug, "--role", "owner");
  const browser = new OfficeBrowser(server, shop.slug);
  expect((await browser.post("/invitation/accept", { token, ...account })).status).toBe(200);
  expect((await browser.get("/me")).body).toMatchObject({
    email: "ada@first.example",
    sellers: [{ roles: ["owner"] }],
  });
  expect((await auditOf(server.db, shop.seller_id))[0]).toMatchObject({
    action: "staff.invited",
    actor: "command_line",
  });
});

test("an operator has no role at any seller, and gets a new password from the command line", async () => {
  const token = await run("invite", "op@first.example", "--operator");
  const browser = new OfficeBrowser(server, shop.slug);
  expect((await browser.post("/invitation/accept", { token, ...account })).status).toBe(200);
  expect((await browser.get("/me")).body).toMatchObject({ is_operator: true, sellers: [] });
  expect((await browser.get("/staff")).status).toBe(404);
  const reset = await run("reset", "op@first.example", "--second-factor");
  expect((await browser.get("/me")).status).toBe(401);
  const titles = (await mailsTo(server.db, "op@first.example")).map(({ message }) => message.subject);
  expect(titles).toEqual(["Your second factor was reset (Foyer)"]);
  expect((await browser.post("/new_password", { token: reset, password: "another quiet river 31" })).status).toBe(200);
});

test.each([
  [["invite", "a@b.example"]],
  [["invite", "a@b.example", "--operator", "--seller", "x", "--role", "owner"]],
  [["invite", "a@b.example", "--seller", "no-such-seller", "--role", "owner"]],
  [["invite", "a@b.example", "--seller", "x", "--role", "king"]],
  [["reset", "nobody@b.example"]],
])("foyer staff %j is refused", async (args) => {
  const context = commandContext({ connections: server.connections, lines: [], officeOrigin: () => "" });
  await expect(staffCommand.run(args, context)).rejects.toThrow(/./);
});
