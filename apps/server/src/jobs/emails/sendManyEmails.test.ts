import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { newId } from "../../db/newId.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import type { MailTransport } from "../../providers/mail/mailTransport.ts";
import { sendQueuedEmails } from "./sendQueuedEmails.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
beforeEach(() => server.db.deleteFrom("outbox").execute());
afterAll(() => server.close());

const queue = (count: number) =>
  server.db
    .insertInto("outbox")
    .values(
      Array.from({ length: count }, (_, index) => ({
        seller_id: shop.seller_id,
        id: newId(),
        kind: "order_confirmation",
        ref_id: newId(),
        to_address: `buyer${index}@example.org`,
        message: JSON.stringify({ subject: "Tickets", text: "", html: "" }),
      })),
    )
    .execute();

const run = (transport: Pick<MailTransport, "send">, stopping?: AbortSignal) =>
  sendQueuedEmails(
    {
      connections: server.connections,
      transport: { ...transport, close: () => undefined } as MailTransport,
      origin: "http://localhost",
      findSeller: sellerFinder(server.db, 0),
      log: { warn: () => undefined },
    },
    stopping,
  );

test("a backlog of e-mails is sent in one run, each once and five at a time", async () => {
  await queue(70);
  const sent: string[] = [];
  let [open, most] = [0, 0];
  const handled = await run({
    send: async (to) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      sent.push(to);
    },
  });
  expect(handled).toBe(70);
  expect(new Set(sent).size).toBe(70);
  expect(sent).toHaveLength(70);
  expect(most).toBe(5);
});

test("a run ends with the e-mails that it has claimed when the server stops", async () => {
  await queue(70);
  const stopping = new AbortController();
  let sent = 0;
  await run(
    {
      send: async () => {
        sent += 1;
        stopping.abort();
      },
    },
    stopping.signal,
  );
  expect(sent).toBe(20);
  expect(await server.db.selectFrom("outbox").select("id").where("state", "=", "queued").execute()).toHaveLength(50);
});

test("a mail server that cannot be reached is tried once per run, and every e-mail waits for its retry", async () => {
  await queue(70);
  let tries = 0;
  await run({
    send: async () => {
      tries += 1;
      throw Object.assign(new Error("no route"), { code: "ECONNREFUSED" });
    },
  });
  expect(tries).toBe(1);
  expect(await server.db.selectFrom("outbox").select("id").where("attempts", "=", 1).execute()).toHaveLength(20);
});
