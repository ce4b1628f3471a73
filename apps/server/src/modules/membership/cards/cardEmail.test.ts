import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  holdMembership,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { createAttachments } from "../../orders/files/createAttachments.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  levels = await createLevels(server, shop);
});
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});

const family = [
  { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
  { type: 1, name: "William King", email: "william@example.org" },
  { type: 2, name: "Byron King" },
  { type: 2 },
];
const emailsOf = async (order_id: string) =>
  (await server.db
    .selectFrom("outbox as x")
    .leftJoin("membership as m", "m.id", "x.ref_id")
    .select(["x.kind", "x.to_address", "x.message"])
    .where((eb) => eb.or([eb("m.ticket_order_id", "=", order_id), eb("x.ref_id", "=", order_id)]))
    .orderBy("x.to_address")
    .orderBy("x.kind")
    .execute()) as unknown as { kind: string; to_address: string; message: EmailMessage }[];
const createdAttachments = async (letter: EmailMessage) => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("The seller is gone.");
  const desk = { db: server.connections.forSeller(shop.seller_id), seller, origin: "http://localhost" };
  return createAttachments(desk, letter.enclosed ?? []);
};
const day = (moment: string | null | undefined, back = 0) =>
  Temporal.Instant.from(moment ?? "")
    .subtract({ nanoseconds: back })
    .toZonedDateTimeISO(shop.timezone)
    .toPlainDate()
    .toLocaleString("en", { day: "numeric", month: "long", year: "numeric" });

describe("a card", () => {
  test("comes to everybody who has an address; whoever has none is on the holder's", async () => {
    const { order_id } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, { people: family }),
    );
    const [first, second, ...children] = await readMemberships(server, order_id);
    const letters = await emailsOf(order_id);
    expect(letters.map(({ kind, to_address }) => `${kind} ${to_address}`)).toEqual([
      "membership_card ada@example.org",
      "order_confirmation ada@example.org",
      "membership_card william@example.org",
    ]);
    const [own, , other] = letters.map(({ message }) => message);
    expect(own?.subject).toBe("Your Family membership of Harbor Museum");
    expect(own?.text.split("\n\n").slice(0, 5)).toEqual([
      "Welcome, Ada.",
      "Here is your card. Show this code at the door.",
      `Member number ${first?.member_number}`,
      `Family\nAda Lovelace\nValid ${day(first?.valid_from)} – ${day(first?.valid_to, 1)}`,
      expect.stringMatching(/^Also on this membership\n/),
    ]);
    expect(own?.text).toContain("Membership cards come by post. They take 3 to 5 weeks.");
    for (const child of children) expect(own?.text).toContain(child.member_number);
    expect(own?.text).not.toContain(second?.member_number);
    expect(other?.text).toContain(`Member number ${second?.member_number}`);
    // Whoever stands on it is told nothing of the order, nor of the others.
    for (const secret of [order_id, "token=", "Lovelace", first?.member_number ?? ""])
      expect(other?.html).not.toContain(secret);
  });

  test("has its code in the letter, and all of them on paper", async () => {
    const { order_id } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, { people: family }),
    );
    const cards = await readMemberships(server, order_id);
    const [letter] = await emailsOf(order_id);
    const { attachments: files, failures } = await createdAttachments(letter!.message);
    expect(failures).toEqual([]);
    expect(files.map(({ filename, cid }) => [filename, cid])).toEqual([
      [`membership-${cards[0]?.member_number}.png`, "card"],
      [`membership-${cards[0]?.member_number}.pdf`, undefined],
    ]);
    const { pages } = readPdf(files[1]!.bytes);
    const printed = cards.filter(({ party_role }) => party_role !== "second-card");
    expect(pages.map(({ code }) => code).toSorted()).toEqual(printed.map(({ scan_code }) => scan_code).toSorted());
    for (const said of ["Family", "Ada Lovelace", cards[0]?.member_number, day(cards[0]?.valid_to, 1)])
      expect(pages[0]?.text.replaceAll(/[\n\u00a0]/g, " ")).toContain(said);
    expect(pages[0]?.text).not.toMatch(/Price|\$/);
  });

  test("is the order's ticket too", async () => {
    const { buyer, order_id, response } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    const { token } = response.body.ticket_order._data[0];
    const answer = await server.app.inject({
      url: `/api/ticket_order/${order_id}/tickets.pdf?_seller=${shop.slug}&token=${token}`,
      headers: { cookie: buyer.cookie },
    });
    const [card] = await readMemberships(server, order_id);
    const { pages } = readPdf(answer.rawPayload);
    expect(pages.map(({ code }) => code)).toEqual([card?.scan_code]);
    expect(pages[0]?.text).toContain("$80.00");
  });

  test("says that it goes on, when it was renewed", async () => {
    const user = await createTestUser(server.db, shop);
    const first = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
      cookie: user.cookie,
    });
    const [card] = await readMemberships(server, first.order_id);
    await setTermEnd(server, card?.id ?? "", daysFromNow(5));
    const wanted = membershipRequest(levels, levels.individual, { action: "renew", renews_id: card?.id ?? "" });
    const { order_id } = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    const letter = (await emailsOf(order_id)).find(({ kind }) => kind === "membership_card");
    const [next] = await readMemberships(server, order_id);
    expect(letter?.message.subject).toBe("Your Individual membership of Harbor Museum goes on");
    expect(letter?.message.text).toContain("Your number and your card stay the same.");
    expect(letter?.message.text).toContain(`Valid ${day(next?.valid_from)} – ${day(next?.valid_to, 1)}`);
    expect(letter?.message.text).not.toContain("3 to 5 weeks");
  });

  test("that was taken back is made no more", async () => {
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    const [letter] = await emailsOf(order_id);
    await server.db
      .updateTable("membership")
      .set({ state: "cancelled" })
      .where("ticket_order_id", "=", order_id)
      .execute();
    expect((await createdAttachments(letter!.message)).attachments).toEqual([]);
    await server.db
      .updateTable("membership")
      .set({ state: "active" })
      .where("ticket_order_id", "=", order_id)
      .execute();
  });
});

test("whoever wished for no letters gets none, and others get theirs", async () => {
  const wanted = membershipRequest(levels, levels.family, { people: family.slice(0, 2) });
  const { buyer, cart } = await holdMembership(server, shop, wanted);
  await buyer.pay(cart, "4242 4242 4242 4242");
  const identity = { first_name: "Ada", last_name: "Lovelace", email: "ADA@example.org" };
  const said = await buyer.checkOut(cart, { identity, send_email: false });
  const letters = await emailsOf(said.body.ticket_order._data[0].id);
  expect(letters.map(({ to_address }) => to_address)).toEqual(["william@example.org"]);
});
