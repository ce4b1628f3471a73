import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { mailCommand } from "../../cli/commands/mail.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { TestVisitor, createLoginShop } from "../../../test/accounts/login.ts";
import { createTestUser } from "../../../test/accounts/members.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer, ada, recordPrices } from "../../../test/shop/testBuyer.ts";
import { blankUsedSecrets, keepDueEmails } from "./outbox.sql.ts";
import { sendQueuedEmails } from "./sendQueuedEmails.ts";
import { moveClock } from "../../../test/database/moveClock.ts";

let server: TestApp;
let shop: TestShop;
let minutes = 0;
let nth = 0;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createLoginShop(server, "otp_or_password");
  await recordPrices(server, shop);
  moveClock(server.connections, () => `${minutes} minutes`);
});
afterEach(async () => {
  minutes = 0;
  await server.db.deleteFrom("outbox").where("kind", "!=", "order_confirmation").execute();
});
afterAll(() => server.close());

/** A visitor requests a link to set a password. Returns the e-mail's address and the visitor. */
const askForLink = async (
  email?: string,
  visitor = new TestVisitor(server, shop, { from: `203.0.113.${(nth += 1)}` }),
): Promise<{ email: string; visitor: TestVisitor }> => {
  const address = email ?? (await createTestUser(server.db, shop, { password: "Lantern-Quay-7" })).email;
  expect((await visitor.post("/password_reset/request", { email: address })).status).toBe(200);
  return { email: address, visitor };
};
const readMails = async (email: string) =>
  (
    await server.db
      .selectFrom("outbox")
      .select(["state", "message", "blanked_at"])
      .where("to_address", "=", email)
      .orderBy("created_at")
      .execute()
  ).map(({ state, message, blanked_at }) => ({
    state,
    message: message as EmailMessage,
    isBlank: blanked_at !== null,
  }));
const tokenIn = ({ text }: EmailMessage): string => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
const shownInOutbox = async (email: string): Promise<number> => {
  const { payload } = await server.app.inject({
    url: `/_dev/outbox?to=${encodeURIComponent(email)}`,
    headers: { accept: "application/json" },
  });
  return (JSON.parse(payload) as { outbox: { _data: unknown[] } }).outbox._data.length;
};
const send = (sent: EmailMessage[]) =>
  sendQueuedEmails({
    connections: server.connections,
    transport: { send: async (_to, email) => void sent.push(email) },
    origin: "http://localhost",
    findSeller: sellerFinder(server.db, 0),
    log: { warn: () => undefined },
  });

describe("an e-mail with a link to set a password", () => {
  test("an e-mail with a link to set a password is blanked once a mail server has it; other e-mails keep their text", async () => {
    expect((await new TestBuyer(server, shop).buy()).body.outcome).toBe("completed");
    const { email } = await askForLink();
    const sent: EmailMessage[] = [];
    await send(sent);
    expect(sent.map(tokenIn).filter((token) => token !== "")).toHaveLength(1);
    expect(await readMails(email)).toEqual([{ state: "sent", message: {}, isBlank: true }]);
    expect(await readMails(ada.email)).toMatchObject([{ state: "sent", message: { subject: expect.any(String) } }]);
  });

  test("an e-mail with a link to set a password can be read without a mail server until the link is used", async () => {
    const { email, visitor } = await askForLink();
    await keepDueEmails(server.db);
    expect(await blankUsedSecrets(server.db)).toBe(0);
    const [mail] = await readMails(email);
    expect(await shownInOutbox(email)).toBe(1);
    const used = await visitor.post("/password_reset/reset", {
      token: tokenIn(mail?.message as EmailMessage),
      password: "Harbour-Otter-9",
    });
    expect(used.status).toBe(200);
    expect(await blankUsedSecrets(server.db)).toBe(1);
    expect((await readMails(email))[0]).toEqual({ state: "kept", message: {}, isBlank: true });
    await keepDueEmails(server.db);
    expect(await readMails(email)).toMatchObject([{ isBlank: true }, { isBlank: false }]);
  });

  test("an e-mail with a link to set a password is blanked when a newer one of the same browser replaces it", async () => {
    const buyer = new TestBuyer(server, shop);
    await buyer.hold(1);
    const visitor = new TestVisitor(server, shop, { from: "203.0.113.200", cookie: buyer.cookie });
    const { email } = await askForLink(undefined, visitor);
    await keepDueEmails(server.db);
    await askForLink(email, visitor);
    expect(await blankUsedSecrets(server.db)).toBe(1);
    expect(await readMails(email)).toMatchObject([{ isBlank: true }, { isBlank: false }]);
  });

  test("an e-mail with a link to set a password that cannot be sent before it expires is never sent, and is no failure", async () => {
    const { email } = await askForLink();
    minutes = 24 * 60 + 1;
    expect(await blankUsedSecrets(server.db)).toBe(1);
    const sent: EmailMessage[] = [];
    await send(sent);
    expect(sent).toEqual([]);
    expect(await readMails(email)).toEqual([{ state: "dead", message: {}, isBlank: true }]);
    const printed: string[] = [];
    const context = commandContext({ connections: server.connections, lines: printed });
    expect(await mailCommand.run([shop.slug], context)).toBe(0);
    expect(printed).toEqual(["All e-mails have been sent."]);
  });
});
