import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { openTestApp, type TestApp, type TestResponse } from "../../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada, cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
let group: string;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const spec: SurveySpec = {
  properties: {
    heard: { title: "How did you hear of us?", type: "string", context: "reserve" },
    arrival: { title: "How will you arrive?", enum: ["By train", "By car"], context: "checkout" },
    note: { title: "Anything else?", type: "string", context: "checkout" },
    card: { title: "Member's card", type: "string", context: "checkout member" },
  },
  required: ["heard", "arrival"],
};
const open = async (price?: number): Promise<void> => {
  shop = await createTestShop(server.db, {
    event: {
      groups: [
        {
          additional_info_spec: JSON.stringify(spec),
          ...(price !== undefined && { types: [{ currency_amount: price }] }),
        },
      ],
    },
  });
  group = shop.event.groups[0]?.id ?? "";
  buyer = new TestBuyer(server, shop);
};
beforeEach(() => open());

const hold = async (by = buyer): Promise<Cart> => {
  const { body } = await by.post("/my/cart/modify", {
    add: [ticketLine(shop.event, 1)],
    additionalInfo: { [group]: { heard: "Radio" } },
  });
  return body.cart._data[0];
};
const save = (cart: Cart, answers?: object, by = buyer): Promise<TestResponse> =>
  by.post(`/my/cart/${cart.id}/purchaser`, {
    identity: ada,
    ...(answers && { additionalInfo: { [group]: answers } }),
  });
const outcome = ({ status, body }: TestResponse): unknown => {
  if (status === 200) return 200;
  const { _code, _context, _extra } = body._data[0];
  return [status, `${_code}:${_context}`, _extra.problems];
};
const stored = async ({ id }: Cart): Promise<unknown> =>
  (
    (await server.db.selectFrom("cart").select("additional_info").where("id", "=", id).executeTakeFirstOrThrow())
      .additional_info as Record<string, unknown>
  )[group];
const payments = ({ id }: Cart) => server.db.selectFrom("payment").select("state").where("cart_id", "=", id).execute();
const missing = [422, "additional_info_validation_failed:checkout", { arrival: "required" }];

describe("a survey at the checkout", () => {
  test("a survey at the checkout is answered with the purchaser and stored with the order's cart", async () => {
    const cart = await hold();
    expect(outcome(await save(cart, { arrival: "By train", note: " ", card: "12" }))).toBe(200);
    expect(outcome(await buyer.pay(cart, cards.good))).toBe(200);
    expect(outcome(await buyer.checkOut(cart))).toBe(200);
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By train" });
  });

  test("a survey at the checkout comes back with its answers to the cart's owner, once they are saved with the purchaser", async () => {
    const cart = await hold();
    const answers = async (by = buyer, path = "my/cart") =>
      (await by.get(`/${path}/${cart.id}?_embed=additional_info`)).body.additional_info._data;
    expect(await answers()).toEqual([]);
    await save(cart, { arrival: "By train" });
    expect(await answers()).toEqual([{ ticket_group_id: group, answers: { heard: "Radio", arrival: "By train" } }]);
    const stranger = new TestBuyer(server, shop);
    expect(await answers(stranger, "cart")).toEqual([]);
    const { body } = await stranger.post(`/my/cart/${cart.id}/transfer`, {});
    const taken = await stranger.get(`/my/cart/${body.cart._data[0].id}?_embed=additional_info`);
    expect(taken.body.additional_info._data).toEqual([]);
  });

  test.each([
    ["a missing answer", undefined, { arrival: "required" }],
    ["an unknown choice", { arrival: "By boat" }, { arrival: "not_option" }],
    ["an unknown question", { arrival: "By car", shoe: "43" }, { shoe: "unknown" }],
  ])("refuses a purchaser with %s and saves nothing", async (_, answers, problems) => {
    const cart = await hold();
    expect(outcome(await save(cart, answers))).toEqual([422, "additional_info_validation_failed:checkout", problems]);
    expect(await stored(cart)).toEqual({ heard: "Radio" });
  });

  test("refuses a payment before any money is promised", async () => {
    const cart = await hold();
    expect(outcome(await buyer.pay(cart, cards.good))).toEqual(missing);
    expect(await payments(cart)).toEqual([]);
    await save(cart, { arrival: "By car" });
    expect(outcome(await buyer.pay(cart, cards.good))).toBe(200);
  });

  test("refuses a free order, and accepts the answers with it", async () => {
    await open(0);
    const cart = await hold();
    expect(outcome(await buyer.payFree(cart))).toEqual(missing);
    expect(outcome(await buyer.checkOut(cart))).toEqual(missing);
    const answered = { identity: ada, additionalInfo: { [group]: { arrival: "By car" } } };
    expect(outcome(await buyer.checkOut(cart, answered))).toBe(200);
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By car" });
  });

  test("refuses a free order of a purchaser who was saved before the group was in the cart", async () => {
    await open(0);
    const cart = await hold();
    await save(cart, { arrival: "By car" });
    await server.db.updateTable("cart").set({ additional_info: "{}" }).where("id", "=", cart.id).execute();
    expect(outcome(await buyer.checkOut(cart, {}))).toEqual(missing);
  });

  test("replaces an answer given at an earlier try", async () => {
    const cart = await hold();
    await save(cart, { arrival: "By train", note: "Two prams" });
    await save(cart, { arrival: "By car" });
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By car" });
    await save(cart);
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By car" });
  });

  test("keeps its answers when more tickets are added", async () => {
    const cart = await hold();
    await save(cart, { arrival: "By train" });
    await buyer.post(`/my/cart/${cart.id}/modify`, { additionalInfo: { [group]: { heard: "A friend" } } });
    expect(await stored(cart)).toEqual({ heard: "A friend", arrival: "By train" });
  });

  test("asks members their own questions, and stores the answers with the cart, not with the account", async () => {
    const user = await createTestUser(server.db, shop);
    const member = new TestBuyer(server, shop, user.cookie);
    const cart = await hold(member);
    expect(outcome(await save(cart, {}, member))).toEqual(missing);
    expect(outcome(await save(cart, { arrival: "By car", card: "12" }, member))).toBe(200);
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By car", card: "12" });
    expect(outcome(await member.pay(cart, cards.good))).toBe(200);
    expect(outcome(await member.post(`/my/cart/${cart.id}/checkout`, {}))).toBe(200);
    const next = await hold(member);
    expect(outcome(await save(next, undefined, member))).toEqual(missing);
  });
});

describe("a survey at the checkout of a cart opened by its link", () => {
  const byLink = (cart: Cart, visitor: TestBuyer, arrival: string) =>
    visitor.post(`/cart/${cart.id}/purchaser`, { identity: ada, additionalInfo: { [group]: { arrival } } });

  test("a survey at the checkout of a cart opened by its link is answered by the payer", async () => {
    const cart = await hold();
    expect(outcome(await byLink(cart, new TestBuyer(server, shop), "By car"))).toBe(200);
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By car" });
  });

  test("keeps the answers of its owner, and takes those that are missing", async () => {
    const cart = await hold();
    await save(cart, { arrival: "By train" });
    const visitor = new TestBuyer(server, shop);
    expect(outcome(await byLink(cart, visitor, "By car"))).toBe(200);
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By train" });
    const without = JSON.stringify({ [group]: { heard: "Radio" } });
    await server.db.updateTable("cart").set({ additional_info: without }).where("id", "=", cart.id).execute();
    expect(outcome(await byLink(cart, visitor, "By car"))).toBe(200);
    expect(await stored(cart)).toEqual({ heard: "Radio", arrival: "By car" });
  });
});
