import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteChangedSessions } from "../../../catalogue/apply/changedSessions.sql.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { countLockWaits } from "../../../../test/database/countLockWaits.ts";
import { cancelTickets, createChangeShop, orderOf, withLink } from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { openChange } from "../../../../test/orders/requestChange.ts";
import { linkIn, sendOn, takeBack } from "../../../../test/orders/sentTickets.ts";
import { SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { openWalletApp, type TestPass, type WalletApp } from "../../../../test/wallet/walletApp.ts";

let wallets: WalletApp;
beforeAll(async () => {
  wallets = await openWalletApp();
});
afterAll(async () => {
  await expectInvariants(wallets.server.db);
  await wallets.close();
});

const sessions = [{ inDays: 7 }, { inDays: 8 }];
const named = JSON.stringify({ admit_names: "optional" });

/** An order of two tickets, both saved as passes. */
const buyTwo = async (event: object = { sessions }) => {
  const shop = await createChangeShop(wallets.server, undefined, event);
  await allowChanges(shop);
  const buyer = new SplitPaymentBuyer(wallets.server, shop);
  const order = orderOf(await buyer.buy(2));
  const [first, second] = order.tickets;
  return {
    shop,
    buyer,
    order,
    first,
    pass: await wallets.savePass(buyer, first),
    other: await wallets.savePass(buyer, second),
  };
};
type Bought = Awaited<ReturnType<typeof buyTwo>>;
const allowChanges = (shop: TestShop) =>
  sql`update seller set configuration = configuration || '{"self_edit": {"enabled": true, "anon_editing": true}}' where id = ${shop.seller_id}`.execute(
    wallets.server.db,
  );
const codeOf = async (ticket_id: string | undefined): Promise<string> => {
  const { rows } = await sql<{ scan_code: string }>`select scan_code from ticket where id = ${ticket_id}`.execute(
    wallets.server.db,
  );
  return rows[0]?.scan_code ?? "";
};
/** Whether an update of the pass is due, by serial number. */
const isDue = async ({ serialNumber }: TestPass): Promise<boolean> =>
  (
    await wallets.server.db
      .selectFrom("wallet_pass")
      .select("state")
      .where("id", "=", serialNumber)
      .executeTakeFirstOrThrow()
  ).state === "due";

const expectVoid = async ({ shop }: Pick<Bought, "shop">, pass: TestPass): Promise<void> => {
  expect(await isDue(pass)).toBe(true);
  const now = await wallets.fetchPass(shop, pass);
  expect(now).toMatchObject({ serialNumber: pass.serialNumber, voided: true });
  expect(now.barcodes).toBeUndefined();
  for (const { message } of pass.barcodes ?? []) expect(JSON.stringify(now)).not.toContain(message);
};
const expectUnchanged = async ({ shop }: Pick<Bought, "shop">, pass: TestPass): Promise<void> => {
  expect(await isDue(pass)).toBe(false);
  expect(await wallets.fetchPass(shop, pass)).toEqual(pass);
};

describe("a pass is void, and has no code, once its ticket", () => {
  test("a pass is void, and has no code, once its ticket is cancelled; the pass of the other ticket stays as it is", async () => {
    const bought = await buyTwo();
    expect((await cancelTickets(bought.buyer, bought.order, [bought.first ?? ""])).status).toBe(200);
    await expectVoid(bought, bought.pass);
    await expectUnchanged(bought, bought.other);
  });

  test("a pass is void, and has no code, once its ticket is moved to another session, and the new ticket is a pass of its own", async () => {
    const bought = await buyTwo();
    const { shop, buyer, order, first = "" } = bought;
    const add = [{ session_id: shop.event.sessions[1]?.id ?? "", type_id: shop.type.id, quantity: 1 }];
    const cart = await openChange(buyer, { order, gives_up: [first], add });
    await expectUnchanged(bought, bought.pass);
    const { body } = await buyer.checkOut(cart, {});
    await expectVoid(bought, bought.pass);
    await expectUnchanged(bought, bought.other);
    const added = body.ticket._data.find(({ id }: { id: string }) => !order.tickets.includes(id));
    const pass = await wallets.savePass(buyer, added.id);
    expect(pass.serialNumber).not.toBe(bought.pass.serialNumber);
    expect(pass.barcodes).toMatchObject([{ message: await codeOf(added.id) }]);
  });

  test("a pass is void, and has no code, once its ticket is sent on: the buyer's pass shows nothing of the recipient's ticket", async () => {
    const bought = await buyTwo();
    const { shop, buyer, order, first = "" } = bought;
    expect((await sendOn(buyer, order, [first])).status).toBe(200);
    await expectVoid(bought, bought.pass);
    await expectUnchanged(bought, bought.other);
    expect(JSON.stringify(await wallets.fetchPass(shop, bought.pass))).not.toContain(await codeOf(first));
  });

  test("a pass is void, and has no code, once its ticket is taken back: the recipient's pass is void, and the buyer gets a new one", async () => {
    const bought = await buyTwo();
    const { shop, buyer, order, first = "" } = bought;
    await sendOn(buyer, order, [first]);
    const theirs = await savePassOfRecipient(bought);
    expect(theirs.barcodes).toMatchObject([{ message: await codeOf(first) }]);
    expect((await takeBack(buyer, order, [first])).status).toBe(200);
    await expectVoid(bought, theirs);
    expect((await wallets.fetchPass(shop, bought.pass)).voided).toBe(true);
    const again = await wallets.savePass(buyer, first);
    expect(again.barcodes).toMatchObject([{ message: await codeOf(first) }]);
    expect([bought.pass.serialNumber, theirs.serialNumber]).not.toContain(again.serialNumber);
  });
});

/** The pass that the recipient of sent tickets saves with the link of their e-mail. */
const savePassOfRecipient = async ({ shop, first }: Bought): Promise<TestPass> => {
  const { path, query } = linkIn((await emailsOf(wallets.server, shop, "tickets_sent"))[0]);
  const recipient: TestBuyer = withLink(wallets.server, shop);
  const { body } = await recipient.get(`${path}?${query}`);
  return wallets.savePass(recipient, first, body.door_ticket._data[0].token);
};

describe("a pass is the same, with what has changed, after", () => {
  test("its ticket gets another name", async () => {
    const bought = await buyTwo({ sessions, meta: named });
    const { shop, buyer, order, first = "" } = bought;
    const tickets = [{ ticket_id: first, admit_name: "Grace Hopper" }];
    expect((await buyer.post(`/ticket_order/${order.id}/names`, { tickets })).status).toBe(200);
    expect(await isDue(bought.pass)).toBe(true);
    const now = await wallets.fetchPass(shop, bought.pass);
    expect(now).toMatchObject({ serialNumber: bought.pass.serialNumber, barcodes: bought.pass.barcodes ?? [] });
    expect(now.voided).toBeUndefined();
    expect(JSON.stringify(now)).toContain("Grace Hopper");
    await expectUnchanged(bought, bought.other);
  });
});

describe("when the seller changes a session,", () => {
  /** Changes the session as an import does: with the change's record in the same transaction. */
  const changeSession = async ({ shop }: Bought, change: object): Promise<void> => {
    const row = await wallets.server.db
      .selectFrom("event_session")
      .selectAll()
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow();
    await wallets.server.db.transaction().execute(async (db) => {
      await noteChangedSessions(db, shop.seller_id, { sessions: [{ ...row, ...change }], events: [], venues: [] });
      await db.updateTable("event_session").set(change).where("id", "=", shop.session.id).execute();
    });
    await wallets.runJob();
  };
  const versionOf = async ({ serialNumber }: TestPass): Promise<number> =>
    (
      await wallets.server.db
        .selectFrom("wallet_pass")
        .select("version")
        .where("id", "=", serialNumber)
        .executeTakeFirstOrThrow()
    ).version;

  test("the passes of its tickets get the new time", async () => {
    const bought = await buyTwo();
    const start_datetime = Temporal.Now.instant().add({ hours: 72 }).toString({ smallestUnit: "second" });
    const end_datetime = Temporal.Now.instant().add({ hours: 74 }).toString({ smallestUnit: "second" });
    await changeSession(bought, { start_datetime, end_datetime });
    for (const pass of [bought.pass, bought.other]) {
      expect(await versionOf(pass)).toBe(1);
      const now = JSON.stringify(await wallets.fetchPass(bought.shop, pass));
      const [, relevant = ""] = /"relevantDate":"([^"]+)"/.exec(now) ?? [];
      expect(Temporal.Instant.from(relevant).equals(Temporal.Instant.from(start_datetime))).toBe(true);
    }
  });

  test("they are void while it is cancelled, and valid again when it takes place after all", async () => {
    const bought = await buyTwo();
    await changeSession(bought, { cancelled: true });
    const now = await wallets.fetchPass(bought.shop, bought.pass);
    expect(now).toMatchObject({ voided: true });
    expect(now.barcodes).toBeUndefined();
    expect((await bought.buyer.get(`/ticket/${bought.first}/walletprecheck`)).body.apple.ok).toBe(false);
    await changeSession(bought, { cancelled: false });
    expect(await wallets.fetchPass(bought.shop, bought.pass)).toEqual(bought.pass);
    expect(await versionOf(bought.pass)).toBe(2);
  });

  test("they stay as they are where only its capacity is another", async () => {
    const bought = await buyTwo();
    await changeSession(bought, { capacity: 77 });
    expect([await versionOf(bought.pass), await versionOf(bought.other)]).toEqual([0, 0]);
  });
});

test("a pass is not issued with a code that is replaced while the pass is built", async () => {
  const { server } = wallets;
  const { buyer, first = "" } = await buyTwo();
  await sql`delete from wallet_pass where ticket_id = ${first}`.execute(server.db);
  const download = await server.db.transaction().execute(async (db) => {
    await sql`update ticket set scan_code = upper(md5(scan_code)) where id = ${first}`.execute(db);
    const saved = wallets.savePass(buyer, first).then(
      () => "given out",
      (error: Error) => error.message,
    );
    // The request has read the ticket with the former code, and waits for this transaction.
    await expect.poll(() => countLockWaits(server.db)).toBe(1);
    return { saved };
  });
  expect(await download.saved).toBe("The pass was refused: 404.");
  expect(await sql`select from wallet_pass where ticket_id = ${first}`.execute(server.db)).toMatchObject({ rows: [] });
  const pass = await wallets.savePass(buyer, first);
  expect(pass.barcodes).toMatchObject([{ message: await codeOf(first) }]);
});
