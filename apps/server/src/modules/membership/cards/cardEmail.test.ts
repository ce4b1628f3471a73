import { describe, expect, test } from "vitest";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  holdMembership,
  daysFromNow,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { createAttachments } from "../../orders/files/createAttachments.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { setUpLevels } from "../../../../test/accounts/setUpLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpLevels((opened) => void ({ server, shop, levels } = opened));

const family = [
  { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
  { type: 1, name: "William King", email: "william@example.org" },
  { type: 2, name: "Byron King" },
  { type: 2 },
];
const emailsOf = async (order_id: string) =>
  (await server.db
    .selectFrom("outbox as x")
    .leftJoin("membership as m", (join) => join.onRef("m.seller_id", "=", "x.seller_id").onRef("m.id", "=", "x.ref_id"))
    .select(["x.kind", "x.to_address", "x.message"])
    .where((eb) => eb.or([eb("m.ticket_order_id", "=", order_id), eb("x.ref_id", "=", order_id)]))
    .orderBy("x.to_address")
    .orderBy("x.kind")
    .execute()) as unknown as { kind: string; to_address: string; message: EmailMessage }[];
const createdAttachments = async (email: EmailMessage) => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("The seller is missing.");
  const context = { db: server.connections.forSeller(shop.seller_id), seller, origin: "http://localhost" };
  return createAttachments(context, email.enclosed ?? []);
};
const day = (moment: string | null | undefined, back = 0) =>
  Temporal.Instant.from(moment ?? "")
    .subtract({ nanoseconds: back })
    .toZonedDateTimeISO(shop.timezone)
    .toPlainDate()
    .toLocaleString("en", { day: "numeric", month: "long", year: "numeric" });

describe("the e-mail with a card", () => {
  test("the order's own e-mail calls memberships cards, not tickets", async () => {
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    const confirmation = (await emailsOf(order_id)).find(({ kind }) => kind === "order_confirmation");
    const text = confirmation?.message.text ?? "";
    expect(text).toContain("View your order");
    expect(text).toContain("Download membership cards (PDF)");
    expect(text).not.toMatch(/(?:your|Download) tickets/);
  });

  test("the e-mail with a card goes to everybody with an address; the holder's includes the other cards", async () => {
    const { order_id } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, { people: family }),
    );
    const [first, second, ...children] = await readMemberships(server, order_id);
    const messages = await emailsOf(order_id);
    expect(messages.map(({ kind, to_address }) => `${kind} ${to_address}`)).toEqual([
      "membership_card ada@example.org",
      "order_confirmation ada@example.org",
      "membership_card william@example.org",
    ]);
    const [own, , other] = messages.map(({ message }) => message);
    expect(own?.subject).toBe("Your Family membership at Harbor Museum");
    expect(own?.text.split("\n\n").slice(0, 5)).toEqual([
      "Welcome, Ada.",
      "Here is your membership card. Show this code at the door.",
      `Member number ${first?.member_number}`,
      `Family\nAda Lovelace\nValid ${day(first?.valid_from)} – ${day(first?.valid_to, 1)}`,
      expect.stringMatching(/^Also on this membership\n/),
    ]);
    expect(own?.text).toContain("Your membership cards will arrive by post in 3 to 5 weeks.");
    for (const child of children) expect(own?.text).toContain(child.member_number);
    expect(own?.text).not.toContain(second?.member_number);
    expect(other?.text).toContain(`Member number ${second?.member_number}`);
    // It contains nothing about the order or the other people.
    for (const secret of [order_id, "token=", "Lovelace", first?.member_number ?? ""])
      expect(other?.html).not.toContain(secret);
  });

  test("contains its QR code, and a PDF of all its cards", async () => {
    const { order_id } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, { people: family }),
    );
    const cards = await readMemberships(server, order_id);
    const [message] = await emailsOf(order_id);
    const { attachments: files, failures } = await createdAttachments(message!.message);
    expect(failures).toEqual([]);
    expect(files.map(({ filename, cid }) => [filename, cid])).toEqual([
      [`membership-${cards[0]?.member_number}.png`, "card"],
      [`membership-${cards[0]?.member_number}.pdf`, undefined],
    ]);
    const { pages } = readPdf(files[1]!.bytes);
    const printed = cards.filter(({ party_role }) => party_role !== "second-card");
    expect(pages.map(({ code }) => code).toSorted()).toEqual(printed.map(({ scan_code }) => scan_code).toSorted());
    for (const expected of ["Family", "Ada Lovelace", cards[0]?.member_number, day(cards[0]?.valid_to, 1)])
      expect(pages[0]?.text.replaceAll(/[\n\u00a0]/g, " ")).toContain(expected);
    expect(pages[0]?.text).not.toMatch(/Price|\$/);
  });

  test("the e-mail with a card is a ticket in the order's PDF, too", async () => {
    const { buyer, order_id, response } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.individual),
    );
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

  test("says that the membership is renewed", async () => {
    const user = await createTestUser(server.db, shop);
    const first = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
      cookie: user.cookie,
    });
    const [card] = await readMemberships(server, first.order_id);
    await setTermEnd(server, card?.id ?? "", daysFromNow(5));
    const wanted = membershipRequest(levels, levels.individual, { action: "renew", renews_id: card?.id ?? "" });
    const { order_id } = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    const message = (await emailsOf(order_id)).find(({ kind }) => kind === "membership_card");
    const [next] = await readMemberships(server, order_id);
    expect(message?.message.subject).toBe("Your Individual membership at Harbor Museum is renewed");
    expect(message?.message.text).toContain("Your member number and your card stay the same.");
    expect(message?.message.text).toContain(`Valid ${day(next?.valid_from)} – ${day(next?.valid_to, 1)}`);
    expect(message?.message.text).not.toContain("3 to 5 weeks");
  });

  test("the e-mail with a card has no attachments once the membership is cancelled", async () => {
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    const [message] = await emailsOf(order_id);
    await server.db
      .updateTable("membership")
      .set({ state: "cancelled" })
      .where("ticket_order_id", "=", order_id)
      .execute();
    expect((await createdAttachments(message!.message)).attachments).toEqual([]);
    await server.db
      .updateTable("membership")
      .set({ state: "active" })
      .where("ticket_order_id", "=", order_id)
      .execute();
  });
});

test("a buyer who declined e-mails gets none, and the others get theirs", async () => {
  const wanted = membershipRequest(levels, levels.family, { people: family.slice(0, 2) });
  const { buyer, cart } = await holdMembership(server, shop, wanted);
  await buyer.pay(cart, "4242 4242 4242 4242");
  const identity = { first_name: "Ada", last_name: "Lovelace", email: "ADA@example.org" };
  const response = await buyer.checkOut(cart, { identity, send_email: false });
  const messages = await emailsOf(response.body.ticket_order._data[0].id);
  expect(messages.map(({ to_address }) => to_address)).toEqual(["william@example.org"]);
});
