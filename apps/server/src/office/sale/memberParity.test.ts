import { describe, expect, test } from "vitest";
import { holdMembership, membershipRequest } from "../../../test/accounts/membershipLevels.ts";
import { readRenewal, setPartyTermEnd } from "../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { LinkPayer } from "../../../test/office/counterLinks.ts";
import {
  changeTo,
  createLevelShop,
  joinInMiddle,
  linkToChange,
  optionOf,
  termsOfNumber,
  type LevelShop,
} from "../../../test/office/levelShop.ts";
import { joinAndIndex, memberPage } from "../../../test/office/memberShop.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { giftCardTender } from "../../../test/payments/splitPayments.ts";
import { ada } from "../../../test/shop/testBuyer.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Row = Readonly<Record<string, unknown>>;
const pick = (row: Row, ...names: string[]) => names.map((name) => row[name]).join(" ");

const linesOf = ({ cause, debit, credit, amount }: Row): string[] =>
  (debit as string[]).map((account, nth) =>
    [cause, account, (credit as string[])[nth], (amount as number[])[nth]].join(" "),
  );

/** The result of an action, without its actor, ids and times. Only staff send a link, which their action is. */
const outcomeOf = async ({ shop }: LevelShop, membership_id: string) => {
  const rowsOf = async (table: "payment_audit" | "ledger_entry" | "journal_entry"): Promise<Row[]> =>
    (await server.db
      .selectFrom(table as "ledger_entry")
      .selectAll()
      .where("seller_id", "=", shop.seller_id)
      .execute()) as unknown as Row[];
  const terms = await termsOfNumber(server, { shop } as LevelShop, membership_id);
  const renewal = await readRenewal(server, membership_id);
  return {
    terms: terms.map((term) => ({
      level: term.level_name,
      state: term.state,
      isFirst: term.renews_id === null,
      hasAccount: term.identity_id !== null,
      benefits: term.benefits,
      worth: Number(term.worth),
      keepsCode: term.scan_code === terms[0]?.scan_code,
      days: Math.round((Date.parse(String(term.valid_to)) - Date.parse(String(term.valid_from))) / 86_400_000),
    })),
    renewal: renewal?.state,
    tickets: (await shopRows(server, "ticket", shop))
      .map((row) => pick(row, "state", "face_value", "adjusted_value", "fee_fixed", "fee_percent"))
      .toSorted(),
    payments: (await shopRows(server, "payment", shop))
      .map((row) => pick(row, "gateway_id", "state", "amount", "refunded"))
      .toSorted(),
    statuses: (await rowsOf("payment_audit")).map((row) => pick(row, "audit_action", "amount")).toSorted(),
    giftCards: (await rowsOf("ledger_entry")).map((row) => pick(row, "kind", "amount")).toSorted(),
    journal: (await rowsOf("journal_entry")).flatMap(linesOf).toSorted(),
    emails: (await shopRows(server, "outbox", shop))
      .map(({ kind }) => String(kind))
      .filter((kind) => !kind.startsWith("staff_") && !kind.endsWith("_link"))
      .toSorted(),
  };
};
const auditOfMember = async ({ shop }: LevelShop) =>
  (await auditOf(server.db, shop.seller_id))
    .filter(({ action }) => String(action).startsWith("member."))
    .map(({ action, actor }) => `${String(action)} by ${String(actor)}`);

const byGiftCard = (number: string, amount: string) => [{ kind: "gift_card", number, amount }];

describe("a renewal paid by gift card", () => {
  test("has the same terms, money, books and e-mails for the member and for staff", async () => {
    const made = [];
    for (const actor of ["member", "staff"] as const) {
      const at = await createLevelShop(server);
      const { membership_id, user } = await joinAndIndex(server, at);
      await setPartyTermEnd(server, membership_id, 10);
      const card = await createGiftCard(server, at.shop, 20_000);
      if (actor === "member") {
        const request = membershipRequest(at.levels, at.levels.individual, {
          action: "renew",
          renews_id: membership_id,
        });
        const { buyer, cart } = await holdMembership(server, at.shop, request, user?.cookie);
        expect((await buyer.post(`/my/cart/${cart.id}/pay`, [giftCardTender(card, 8000)])).status).toBe(200);
        expect(refusalOf(await buyer.post(`/my/cart/${cart.id}/checkout`, {}))).toBe("200");
      } else {
        const { version } = await memberPage(at.clerk, membership_id);
        const sent = { renewal_id: newId(), version, means: byGiftCard(card.number, "80.00") };
        expect(refusalOf(await at.clerk.post(`/members/${membership_id}/renew`, sent))).toBe("200");
      }
      made.push({ outcome: await outcomeOf(at, membership_id), audit: await auditOfMember(at) });
    }
    const [member, staff] = made;
    expect(member?.outcome.terms).toHaveLength(2);
    expect(staff?.outcome).toEqual(member?.outcome);
    expect(staff?.audit).toEqual(["member.renewed by staff"]);
  });
});

describe("a change of level paid by gift card", () => {
  test("has the same terms, money, books and e-mails if staff take the card or the holder pays by a link", async () => {
    const made = [];
    for (const payer of ["holder", "staff"] as const) {
      const at = await createLevelShop(server);
      const { membership_id } = await joinInMiddle(server, at);
      const card = await createGiftCard(server, at.shop, 50_000);
      const { due } = await optionOf(at, membership_id, at.patron);
      if (payer === "staff")
        expect(refusalOf(await changeTo(at, membership_id, at.patron, { means: byGiftCard(card.number, due) }))).toBe(
          "200",
        );
      else {
        const link = new LinkPayer(server, at.shop, (await linkToChange(at, membership_id, at.patron)).body);
        const tender = giftCardTender(card, Math.round(Number(due) * 100));
        expect((await link.buyer.post(`/cart/${link.cart_id}/pay`, [tender])).status).toBe(200);
        expect((await link.buyer.post(`/cart/${link.cart_id}/guest_checkout`, { identity: ada })).body.outcome).toBe(
          "completed",
        );
      }
      made.push({ outcome: await outcomeOf(at, membership_id), audit: await auditOfMember(at) });
    }
    const [holder, staff] = made;
    expect(holder?.outcome.terms).toHaveLength(2);
    expect(staff?.outcome).toEqual(holder?.outcome);
    expect([holder?.audit, staff?.audit]).toEqual([
      ["member.level_link_sent by staff", "member.level_changed by buyer"],
      ["member.level_changed by staff"],
    ]);
  });
});
