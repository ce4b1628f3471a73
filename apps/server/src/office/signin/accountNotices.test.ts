import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createStaff, mailsTo, OfficeBrowser, signedIn, staffPassword } from "../../../test/office/testStaff.ts";
import { totpCode } from "../../../test/office/totp.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const titlesTo = async ({ email }: { readonly email: string }): Promise<string[]> =>
  (await mailsTo(server.db, email)).map(({ message }) => message.text.split("\n")[0] ?? "");

/** An operator without a role at any seller, whose first sign-in was told. */
const operatorOf = async (): Promise<Awaited<ReturnType<typeof signedIn>>> => {
  const shop = await createTestShop(server.db);
  return signedIn(server, shop, [], { is_operator: true });
};

describe("an account without a role", () => {
  test("is told of a new browser, another password and a second factor", async () => {
    const operator = await operatorOf();
    const change = { current: staffPassword, password: "another quiet river 31" };
    expect((await operator.post("/me/password", change)).status).toBe(200);
    const { secret } = (await operator.post("/me/second_factor")).body;
    const code = totpCode(secret, 0, Date.now());
    expect((await operator.post("/me/second_factor/confirm", { code })).status).toBe(200);
    expect(await titlesTo(operator.person)).toEqual([
      "A new sign-in.",
      "Your password was changed.",
      "Your second factor was set up.",
    ]);
  });

  test("is told in the name of the installation, not of a seller", async () => {
    const { person } = await operatorOf();
    const [told] = await mailsTo(server.db, person.email);
    expect(told?.message).toMatchObject({ fromName: "Foyer", subject: "A new sign-in (Foyer)", enclosed: [] });
    expect([told?.message.from, told?.message.replyTo]).toEqual([undefined, undefined]);
    const { slug, name } = await oldestSeller();
    expect(told?.message.html).not.toContain(name);
    expect(told?.message.text).not.toContain(`/${slug}`);
  });

  test("is not named to the staff of any seller if the e-mail could not be sent, who cannot send it again either", async () => {
    const { person } = await operatorOf();
    const { id, seller_id } = await server.db
      .updateTable("outbox")
      .set({ state: "dead", last_error: "No such mailbox" })
      .where("to_address", "=", person.email)
      .returning(["id", "seller_id"])
      .executeTakeFirstOrThrow();
    const { slug } = await oldestSeller();
    const owner = await signedIn(server, { seller_id, slug }, ["owner"]);
    const { body } = await owner.get("/money");
    expect(body.emails).toEqual([]);
    const { exceptions } = (await owner.get("/board")).body;
    expect(exceptions.filter(({ kind }: { kind: string }) => kind === "emails")).toEqual([]);
    expect((await owner.post(`/money/emails/${id}/send`, { to: "somebody@else.example" })).status).toBe(404);
  });

  const oldestSeller = () =>
    server.db
      .selectFrom("seller")
      .select(["slug", "name"])
      .where("preview_of", "is", null)
      .orderBy("created_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow();
});

test("a suspended person is told by the seller that has suspended them", async () => {
  const shop = await createTestShop(server.db);
  const person = await createStaff(server.db, shop.seller_id, ["manager"]);
  await server.db
    .updateTable("staff_grant")
    .set({ suspended_at: "2026-01-01T00:00:00Z" })
    .where("seller_id", "=", shop.seller_id)
    .where("staff_id", "=", person.id)
    .execute();
  expect((await new OfficeBrowser(server).signIn(person)).status).toBe(200);
  const mails = await server.db
    .selectFrom("outbox")
    .select(["seller_id", "kind"])
    .where("to_address", "=", person.email)
    .execute();
  expect(mails).toEqual([{ seller_id: shop.seller_id, kind: "staff_notice" }]);
});
