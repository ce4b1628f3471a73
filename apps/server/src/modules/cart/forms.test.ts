import { describe, expect, test } from "vitest";
import { createCart, modifyCart, removeTickets, type Cart, type CartReply } from "@foyer/contract/shop/cart.ts";
import { checkoutAsGuest, payCart } from "@foyer/contract/shop/checkout.ts";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import {
  createTestShop,
  type EventOverrides,
  type SellerOverrides,
  type TestShop,
} from "../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = async (event: EventOverrides, seller?: SellerOverrides) => {
  const shop = await createTestShop(server.db, { event, ...(seller && { seller }) });
  return { shop, browser: new TestBrowser(server, shop) };
};
type LineOptions = { type?: number; group?: number; session?: boolean; more?: object };
const ticketLine = (
  { event }: TestShop,
  quantity = 1,
  { type = 0, group = 0, session = true, more = {} }: LineOptions = {},
) => ({
  event_template_id: event.id,
  ...(session && { event_session_id: event.sessions[0]?.id ?? "" }),
  ticket_types_required: [{ ticket_type_id: event.groups[group]?.types[type]?.id ?? "", quantity, ...more }],
});
const cartOf = ({ cart }: CartReply): Cart => {
  const [only] = cart._data;
  if (!only) throw new Error("There is no cart.");
  return only;
};
const storedAnswers = async ({ id }: Cart) =>
  (await server.db.selectFrom("cart").select("additional_info").where("id", "=", id).executeTakeFirstOrThrow())
    .additional_info;

describe("survey answers", () => {
  const spec: SurveySpec = {
    properties: {
      heard: { title: "How did you hear about us?", enum: ["Radio", "A friend"] },
      age: { title: "Age", type: "integer", minimum: 4, maximum: 10 },
      mail: { title: "E-mail", type: "string", format: "email" },
      why: { title: "Why?", type: "string", context: "checkout" },
      card: { title: "Member's card", type: "string", context: "reserve member" },
    },
    required: ["heard", "why"],
  };
  const openSurveyShop = () =>
    openShop({ groups: [{ additional_info_spec: JSON.stringify(spec) }, { name: "Others" }] });
  const idOf = ({ event }: TestShop, group = 0) => event.groups[group]?.id ?? "";

  test.each([
    ["are refused when one is missing", {}, { heard: "required" }],
    ["are refused when one is blank", { heard: "  " }, { heard: "required" }],
    ["are refused with an unknown choice", { heard: "Television" }, { heard: "not_option" }],
    ["are refused with an unknown question", { heard: "Radio", shoe: "43" }, { shoe: "unknown" }],
    ["are refused with text for a number", { heard: "Radio", age: "five" }, { age: "not_number" }],
    ["are refused with a fraction for a whole number", { heard: "Radio", age: 5.5 }, { age: "not_whole" }],
    [
      "are refused below a minimum and with an invalid e-mail address",
      { heard: "Radio", age: "3", mail: "nobody" },
      { age: "too_small", mail: "not_email" },
    ],
  ])("%s", async (_, answers, problems) => {
    const { shop, browser } = await openSurveyShop();
    const additionalInfo = { [idOf(shop)]: answers };
    expect(await browser.call(createCart, { add: [ticketLine(shop)], additionalInfo })).toMatchObject({
      status: 422,
      code: "additional_info_validation_failed:reserve",
      refusal: { _extra: { ticket_group_id: idOf(shop), problems } },
    });
  });

  test("survey answers are stored as typed values, without unknown questions", async () => {
    const { shop, browser } = await openSurveyShop();
    const answers = { heard: " Radio ", age: "7", mail: "", why: "because", card: "12" };
    const begun = await browser.call(createCart, {
      add: [ticketLine(shop)],
      additionalInfo: { [idOf(shop)]: answers },
    });
    expect(await storedAnswers(cartOf(begun.body))).toEqual({ [idOf(shop)]: { heard: "Radio", age: 7 } });
  });

  test("apply to later tickets of the group, and can be changed", async () => {
    const { shop, browser } = await openSurveyShop();
    const additionalInfo = { [idOf(shop)]: { heard: "Radio" } };
    const cart = cartOf((await browser.call(createCart, { add: [ticketLine(shop)], additionalInfo })).body);
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop)] })).status).toBe(200);
    const anew = { [idOf(shop)]: { heard: "A friend" } };
    expect((await browser.call(modifyCart, { cart_id: cart.id, additionalInfo: anew })).status).toBe(200);
    expect(await storedAnswers(cart)).toEqual(anew);
  });

  test("leave the cart with the last ticket of their group", async () => {
    const { shop, browser } = await openSurveyShop();
    const answers = { [idOf(shop)]: { heard: "Radio" } };
    const add = [ticketLine(shop, 2), ticketLine(shop, 1, { group: 1 })];
    const { body } = await browser.call(createCart, { add, additionalInfo: answers });
    const cart = cartOf(body);
    const [first, second] = body.ticket._data.filter((ticket) => ticket.ticket_group_id === idOf(shop));
    const remove = (id: string | undefined) => browser.call(removeTickets, { cart_id: cart.id, tickets: [id ?? ""] });
    expect((await remove(first?.id)).status).toBe(200);
    expect(await storedAnswers(cart)).toEqual(answers);
    expect((await remove(second?.id)).status).toBe(200);
    expect(await storedAnswers(cart)).toEqual({});
    const again = { add: [ticketLine(shop)], cart_id: cart.id };
    expect((await browser.call(modifyCart, again)).code).toBe("additional_info_validation_failed:reserve");
    expect((await browser.call(modifyCart, { ...again, additionalInfo: answers })).status).toBe(200);
    expect(await storedAnswers(cart)).toEqual(answers);
  });

  test("of tickets that are exchanged in one request stay", async () => {
    const { shop, browser } = await openSurveyShop();
    const answers = { [idOf(shop)]: { heard: "Radio" } };
    const { body } = await browser.call(createCart, { add: [ticketLine(shop)], additionalInfo: answers });
    const remove = body.ticket._data.map(({ id }) => id);
    const exchange = { cart_id: cartOf(body).id, remove, add: [ticketLine(shop, 2)] };
    expect((await browser.call(modifyCart, exchange)).status).toBe(200);
    expect(await storedAnswers(cartOf(body))).toEqual(answers);
  });

  test.each([
    ["of a group that is not requested", (shop: TestShop) => ({ [idOf(shop, 1)]: {} })],
    ["of a group without a survey", (shop: TestShop) => ({ [idOf(shop, 1)]: { heard: "Radio" } })],
    ["of a key that is no id", () => ({ __proto__x: { heard: "Radio" } })],
    ["of an unknown group", () => ({ "00000000-0000-4000-8000-000000000000": {} })],
  ])("%s are refused", async (_, unknownAnswers) => {
    const { shop, browser } = await openSurveyShop();
    const additionalInfo = { [idOf(shop)]: { heard: "Radio" }, ...unknownAnswers(shop) };
    expect((await browser.call(createCart, { add: [ticketLine(shop)], additionalInfo })).code).toBe(
      "additional_info_validation_failed:reserve",
    );
  });
});

describe("attendee names", () => {
  const named = (requirement: "required" | "optional" | undefined, more: object) => ({
    event: {
      groups: [{ meta: JSON.stringify(requirement ? { admit_names: requirement, admit_emails: requirement } : {}) }],
    },
    more,
  });
  test.each([
    [
      "are refused when they are missing",
      named("required", { admit_emails: ["a@x.org", "b@x.org"] }),
      "admit_names",
      0,
    ],
    [
      "are refused with a single word",
      named("required", { admit_names: ["Ada"], admit_emails: ["a@x.org"] }),
      "admit_names",
      0,
    ],
    [
      "are refused when the second of two is missing",
      named("required", { admit_names: ["Ada Byron"], admit_emails: ["a@x.org", "b@x.org"] }),
      "admit_names",
      1,
    ],
    [
      "are refused with an invalid e-mail address",
      named("optional", { admit_emails: ["", "nobody"] }),
      "admit_emails",
      1,
    ],
    [
      "are refused when there are more than tickets",
      named("optional", { admit_names: ["A B", "C D", "E F"] }),
      "admit_names",
      2,
    ],
  ])("%s, naming the field", async (_, { event, more }, field, index) => {
    const { shop, browser } = await openShop(event);
    expect(await browser.call(createCart, { add: [ticketLine(shop, 2, { more })] })).toMatchObject({
      status: 422,
      code: "validation_failed:reserve",
      refusal: { _extra: { fields: [field], index, ticket_type_id: shop.type.id } },
    });
  });

  test("attendee names come back in the order in which they were given", async () => {
    const admit_names = Array.from({ length: 8 }, (_, nth) => `Guest ${String.fromCodePoint(76 - nth)}`);
    const { event, more } = named("optional", { admit_names });
    const { shop, browser } = await openShop(event);
    const { ticket } = (await browser.call(createCart, { add: [ticketLine(shop, 8, { more })] })).body;
    expect(ticket._data.map(({ admit_name }) => admit_name)).toEqual(admit_names);
  });

  test("attendee names are not stored where nobody asks for them", async () => {
    const { event, more } = named(undefined, { admit_names: ["Ada Byron"], admit_emails: ["ada@example.com"] });
    const { shop, browser } = await openShop(event);
    const { ticket } = (await browser.call(createCart, { add: [ticketLine(shop, 1, { more })] })).body;
    expect(ticket._data).toMatchObject([{ admit_name: null, admit_email: null }]);
  });
});

describe("city-pass vouchers", () => {
  const formats = { adult_regexp: "CP[0-9]{6}", child_regexp: "CPC[0-9]{5}" };
  const cityPass = () =>
    openShop(
      { config: JSON.stringify({ citypass: true }) },
      { configuration: JSON.stringify({ citypass_code_groups: formats }) },
    );
  const vouchers = (
    { event }: TestShop,
    given: readonly (readonly [type: number, code: string])[],
    more: string[] = [],
  ) => ({
    preReservePromoCodes: {
      codes: [...given.map(([, code]) => code), ...more],
      handler: "citypass" as const,
      handler_data: { ticket_type_ids: given.map(([type]) => event.groups[0]?.types[type]?.id ?? "") },
    },
  });
  const [adult, child] = [0, 1];

  test("let in one ticket each, separately for adults and children", async () => {
    const { shop, browser } = await cityPass();
    const add = [ticketLine(shop, 2), ticketLine(shop, 1, { type: child })];
    const given = vouchers(shop, [
      [adult, " CP123456 "],
      [child, "CPC12345"],
      [adult, "CP654321"],
    ]);
    const { status, body } = await browser.call(createCart, { add, ...given });
    expect(status).toBe(200);
    expect(body.ticket._data.map(({ handler_data }) => handler_data?.citypass).toSorted()).toEqual([
      "CP123456",
      "CP654321",
      "CPC12345",
    ]);
  });

  test("come back on the reserved line, with its type, price, session and attendee", async () => {
    const { shop, browser } = await openShop(
      {
        config: JSON.stringify({ citypass: true }),
        groups: [{ meta: JSON.stringify({ admit_names: "required", admit_emails: "required" }) }],
      },
      { configuration: JSON.stringify({ citypass_code_groups: formats }) },
    );
    const more = { admit_names: ["Ada Byron"], admit_emails: ["ada@example.com"] };
    const add = [ticketLine(shop, 1, { more })];
    const { body } = await browser.call(createCart, { add, ...vouchers(shop, [[adult, "CP123456"]]) });
    expect(body.ticket._data).toMatchObject([
      {
        ticket_type_id: shop.type.id,
        face_value: "20.00",
        event_session_id: shop.event.sessions[0]?.id,
        admit_name: "Ada Byron",
        admit_email: "ada@example.com",
        handler_data: { citypass: "CP123456" },
      },
    ]);
  });

  test("are not taken from a line: what a ticket's handler keeps of it is the server's", async () => {
    const { shop } = await cityPass();
    const line = { event_session_id: shop.event.sessions[0]?.id, ticket_type_id: shop.type.id };
    const refused = await server.post(shop.slug, "/api/my/cart/modify", {
      add: [{ ...line, handler_data: { citypass: "CP123456" } }],
    });
    expect([refused.status, refused.body._data[0]._code]).toEqual([422, "validation_failed"]);
  });

  test.each([
    ["are refused when there are none", [], { index: 0, message: "required" }],
    ["are refused when one is missing", [[adult, "CP123456"]], { index: 1, message: "required" }],
    [
      "are refused when one is blank",
      [
        [adult, "CP123456"],
        [adult, "  "],
      ],
      { index: 1, message: "required" },
    ],
    [
      "are refused in another format",
      [
        [adult, "CP123456"],
        [adult, "CPC12345"],
      ],
      { index: 1, message: "format" },
    ],
    [
      "are refused with trailing characters",
      [
        [adult, "CP123456x"],
        [adult, "CP654321"],
      ],
      { index: 0, message: "format" },
    ],
    [
      "are refused when one is repeated",
      [
        [adult, "CP123456"],
        [adult, "cp123456"],
      ],
      { index: 1 },
    ],
    [
      "are refused for a ticket that is not requested",
      [
        [adult, "CP123456"],
        [adult, "CP654321"],
        [child, "CPC12345"],
      ],
      { index: 2 },
    ],
  ] as const)("vouchers %s", async (_, given, extra) => {
    const { shop, browser } = await cityPass();
    const refused = await browser.call(createCart, { add: [ticketLine(shop, 2)], ...vouchers(shop, given) });
    expect(refused).toMatchObject({ status: 422, code: "invalid_citypass:reserve", refusal: { _extra: extra } });
  });

  test("let in one ticket, and another after its release", async () => {
    const { shop, browser } = await cityPass();
    const request = { add: [ticketLine(shop)], ...vouchers(shop, [[adult, "CP123456"]]) };
    const held = (await browser.call(createCart, request)).body;
    const other = new TestBrowser(server, shop);
    expect(await other.call(createCart, request)).toMatchObject({
      status: 409,
      code: "code_exhausted:reserve",
      refusal: { _extra: { index: 0, code: "CP123456" } },
    });
    const tickets = held.ticket._data.map(({ id }) => id);
    // Removing the ticket and reusing its voucher works in one step.
    const again = await browser.call(modifyCart, { cart_id: cartOf(held).id, remove: tickets, ...request });
    expect(again.status).toBe(200);
    await browser.call(removeTickets, {
      cart_id: cartOf(held).id,
      tickets: again.body.ticket._data.map(({ id }) => id),
    });
    expect((await other.call(createCart, request)).status).toBe(200);
  });

  test.each(["donation", "ledger"] as const)(
    "are not needed for what has the handler %s, even where every visit needs one",
    async (handler) => {
      const { shop, browser } = await openShop(
        { groups: [{}, { handler }] },
        { web: JSON.stringify({ citypass: true }) },
      );
      expect((await browser.call(createCart, { add: [ticketLine(shop)] })).code).toBe("invalid_citypass:reserve");
      const { status, body } = await browser.call(createCart, {
        add: [ticketLine(shop, 1, { group: 1, session: false })],
      });
      expect([status, body.ticket._data.map(({ handler_data }) => handler_data)]).toEqual([200, [null]]);
    },
  );

  test("city-pass vouchers are free at once when their hold has expired", async () => {
    const { shop, browser } = await cityPass();
    const request = { add: [ticketLine(shop)], ...vouchers(shop, [[adult, "CP123456"]]) };
    const { id } = cartOf((await browser.call(createCart, request)).body);
    await server.db.updateTable("cart").set({ expires_at: "2026-01-01T00:00:00Z" }).where("id", "=", id).execute();
    expect((await new TestBrowser(server, shop).call(createCart, request)).status).toBe(200);
  });

  test("city-pass vouchers are separate for each seller, and refused at events without city passes", async () => {
    const { shop, browser } = await cityPass();
    const other = await cityPass();
    const request = (of: TestShop) => ({ add: [ticketLine(of)], ...vouchers(of, [[adult, "CP123456"]]) });
    expect((await browser.call(createCart, request(shop))).status).toBe(200);
    expect((await other.browser.call(createCart, request(other.shop))).status).toBe(200);
    const plain = await openShop({});
    expect((await plain.browser.call(createCart, request(plain.shop))).code).toBe("invalid_citypass:reserve");
  });

  test("city-pass vouchers may be followed by a promo code", async () => {
    const { shop, browser } = await cityPass();
    const request = { add: [ticketLine(shop)], ...vouchers(shop, [[adult, "CP123456"]], ["nonsense"]) };
    expect((await browser.call(createCart, request)).code).toBe("code_not_found:reserve");
  });
});

describe("tickets without a session", () => {
  const gifts = (handler: "donation" | "ledger" | "codes") =>
    openShop({
      event_type: "other",
      groups: [
        {
          handler,
          types: [{ name: "As you like", currency_amount: 2500, currency_amount_min: 500, currency_amount_max: 50000 }],
        },
      ],
      sessions: [],
    });

  test.each(["donation", "ledger", "codes"] as const)("include a %s at the buyer's price", async (handler) => {
    const { shop, browser } = await gifts(handler);
    const buy = (face_value?: string) =>
      browser.call(createCart, {
        add: [ticketLine(shop, 1, { session: false, more: face_value ? { face_value } : {} })],
      });
    expect((await buy("4.99")).code).toBe("price_out_of_range:reserve");
    expect((await buy()).code).toBe("price_out_of_range:reserve");
    const cart = cartOf((await buy("37.50")).body);
    expect(cart).toMatchObject({ outstanding_balance: "37.50", anchor: null, visit_window: null });
    expect(cart.lines).toMatchObject([{ event_session_id: null, is_anchor: false, start_datetime: null }]);
  });

  test.each(["donation", "ledger", "codes"] as const)(
    "%s is paid for and booked with its amount and for whom",
    async (handler) => {
      const { shop, browser } = await gifts(handler);
      const more = { face_value: "20", admit_names: ["Ada Byron"], admit_emails: ["ada@example.com"] };
      const cart = cartOf(
        (await browser.call(createCart, { add: [ticketLine(shop, 1, { session: false, more })] })).body,
      );
      const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
      const list = [{ gateway_id: "test" as const, amount: "20.00", gateway_data: { card } }];
      expect((await browser.call(payCart, { cart_id: cart.id, list })).status).toBe(200);
      const identity = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" };
      const { body } = await browser.call(checkoutAsGuest, { cart_id: cart.id, identity });
      const known = handler === "ledger" ? ["Ada Byron", "ada@example.com"] : [null, null];
      expect([body.outcome, body.ticket._data]).toMatchObject([
        "completed",
        [{ state: "booked", face_value: "20.00", event_session_id: null, admit_name: known[0], admit_email: known[1] }],
      ]);
    },
  );

  test("keep the recipient of a gift card even without a survey", async () => {
    const { shop, browser } = await gifts("ledger");
    const more = { face_value: "50", admit_names: ["Ada Byron"], admit_emails: ["ada@example.com"] };
    const { ticket } = (await browser.call(createCart, { add: [ticketLine(shop, 1, { session: false, more })] })).body;
    expect(ticket._data).toMatchObject([
      { face_value: "50.00", admit_name: "Ada Byron", admit_email: "ada@example.com" },
    ]);
  });
});
