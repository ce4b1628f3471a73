import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../db/newId.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestResponse, TestApp } from "../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../test/shop/testBuyer.ts";
import { createTestUser, type TestUser } from "../../../test/accounts/members.ts";

let server: TestApp;
let shop: TestShop;
let user: TestUser;
let member: TestBuyer;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db);
  user = await createTestUser(server.db, shop);
  member = new TestBuyer(server, shop, user.cookie);
});

const codeOf = ({ status, body }: TestResponse): string => `${status} ${body._data?.[0]?._code ?? "ok"}`;
const identityOf = (id: string) =>
  server.db.selectFrom("identity").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("buying as a member", () => {
  test("makes the account purchaser and owner, whatever was typed, and e-mails its address", async () => {
    const cart = await member.hold(1);
    const saved = await member.savePurchaser(cart, { ...ada, first_name: "Mallory", email: "mallory@example.org" });
    expect(saved.body.identity_id).toBe(user.identity_id);
    await member.pay(cart, cards.good);
    const { status, body } = await member.post(`/my/cart/${cart.id}/checkout?_embed=ticket_order`, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: "completed", ticket_order: { _data: [{ identity_id: user.identity_id }] } });
    const order = await server.db
      .selectFrom("ticket_order")
      .selectAll()
      .where("id", "=", body.ticket_order._data[0].id)
      .executeTakeFirstOrThrow();
    expect(order.owner_identity_id).toBe(user.identity_id);
    expect(await identityOf(user.identity_id)).toMatchObject({ first_name: "Ada", email: user.email, kind: "user" });
    const mails = await server.db
      .selectFrom("outbox")
      .select("to_address")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(mails).toEqual([{ to_address: user.email }]);
    expect((await member.post(`/my/cart/${cart.id}/checkout`, {})).body.ticket_order._data[0].id).toBe(order.id);
  });

  test("buying as a member needs no purchaser details, and works with the guest checkout too", async () => {
    for (const path of ["checkout", "guest_checkout"]) {
      const cart = await member.hold(1);
      await member.pay(cart, cards.good);
      const { body } = await member.post(`/my/cart/${cart.id}/${path}`, {});
      expect(body.ticket_order._data[0].identity_id).toBe(user.identity_id);
    }
  });

  test("saves the form's answers with the account and leaves its other details unchanged", async () => {
    const form = {
      properties: { phone: {}, club: { type: "string", title: "Your club" } },
      required: ["phone", "club"],
    };
    const shopWithForm = await createTestShop(server.db, {
      seller: { configuration: JSON.stringify({ identity_form: form }) } as never,
    });
    const account = await createTestUser(server.db, shopWithForm);
    await server.db
      .updateTable("identity")
      .set({ phone: "+12125550100", city: "New York", additional_info: JSON.stringify({ diet: "none" }) })
      .where("id", "=", account.identity_id)
      .execute();
    const who = new TestBuyer(server, shopWithForm, account.cookie);
    const cart = await who.hold(1);
    // The account has the telephone number, but not the club.
    expect(codeOf(await who.savePurchaser(cart))).toBe("422 validation_failed");
    expect(codeOf(await who.savePurchaser(cart, { ...ada, additional_info: { club: "Rowing" } }))).toBe("200 ok");
    expect(await identityOf(account.identity_id)).toMatchObject({
      phone: "+12125550100",
      city: "New York",
      additional_info: { diet: "none", club: "Rowing" },
    });
    await who.pay(cart, cards.good);
    expect(codeOf(await who.post(`/my/cart/${cart.id}/checkout`, {}))).toBe("200 ok");
  });

  test("removes what was emptied from the account, and a state that its new country does not have", async () => {
    const text = { type: "string", title: "Question" };
    const form = {
      properties: { phone: {}, country: {}, address: {}, address_more: {}, state: {}, motto: text, club: text },
      required: ["address", "club"],
    };
    const shopWithForm = await createTestShop(server.db, {
      seller: { configuration: JSON.stringify({ identity_form: form }) } as never,
    });
    const account = await createTestUser(server.db, shopWithForm);
    await server.db
      .updateTable("identity")
      .set({
        phone: "+12125550100",
        country: "US",
        state: "NY",
        address: "1 Main Street",
        address_more: "Flat 4",
        zip_code: "10001",
        additional_info: JSON.stringify({ motto: "Onward", club: "Rowing", diet: "none" }),
      })
      .where("id", "=", account.identity_id)
      .execute();
    const who = new TestBuyer(server, shopWithForm, account.cookie);
    const cart = await who.hold(1);
    const moved = { ...ada, address: "2 Quai Ouest", address_more: "", phone: "", country: "FR" };
    expect(codeOf(await who.savePurchaser(cart, { ...moved, address: "" }))).toBe("422 validation_failed");
    expect(codeOf(await who.savePurchaser(cart, { ...moved, additional_info: { club: "" } }))).toBe(
      "422 validation_failed",
    );
    expect(codeOf(await who.savePurchaser(cart, { ...moved, additional_info: { motto: "", diet: "" } }))).toBe(
      "200 ok",
    );
    expect(await identityOf(account.identity_id)).toMatchObject({
      first_name: "Ada",
      email: account.email,
      phone: null,
      country: "FR",
      state: null,
      address: "2 Quai Ouest",
      address_more: null,
      zip_code: "10001",
      additional_info: { club: "Rowing", diet: "none" },
    });
  });

  test("uses the typed address for an account with a placeholder address, which still owns the order", async () => {
    await server.db
      .updateTable("identity")
      .set({ email: "noemail-7@example.org" })
      .where("id", "=", user.identity_id)
      .execute();
    const cart = await member.hold(1);
    await member.savePurchaser(cart, { ...ada, email: "typed@example.org" });
    await member.pay(cart, cards.good);
    const { body } = await member.post(`/my/cart/${cart.id}/checkout`, {});
    const [order] = body.ticket_order._data;
    expect(order.identity_id).not.toBe(user.identity_id);
    expect(await identityOf(order.identity_id)).toMatchObject({ email: "typed@example.org", kind: "guest" });
    expect((await member.get("/my/order_session")).body.search_result._data).toMatchObject([
      { ticket_order_id: order.id },
    ]);
  });

  test("buying as a member does not make a member the buyer of a guest's cart that they pay by link", async () => {
    const guest = new TestBuyer(server, shop);
    const cart = await guest.hold(1);
    expect((await member.post(`/my/cart/${cart.id}/checkout`, {})).status).toBe(404);
    const { body } = await member.post(`/cart/${cart.id}/purchaser`, { identity: ada });
    expect(body.identity_id).not.toBe(user.identity_id);
    expect(await identityOf(user.identity_id)).toMatchObject({ first_name: "Ada", email: user.email });
  });

  test("sends a member's e-mails even if the guest checkout declines them", async () => {
    const cart = await member.hold(1);
    await member.savePurchaser(cart);
    await member.pay(cart, cards.good);
    expect(codeOf(await member.checkOut(cart, { send_email: false }))).toBe("200 ok");
    const mails = await server.db.selectFrom("outbox").select("kind").where("seller_id", "=", shop.seller_id).execute();
    expect(mails).toEqual([{ kind: "order_confirmation" }]);
  });
});

describe("checking out a gift", () => {
  /** Stored as the call that creates a giftee stores it. */
  const giftee = async (created_by_identity_id: string, email = "byron@example.org"): Promise<string> => {
    const id = newId();
    await server.db
      .insertInto("identity")
      .values({
        seller_id: shop.seller_id,
        id,
        kind: "guest",
        first_name: "Byron",
        last_name: "Noel",
        email,
        created_by_identity_id,
      })
      .execute();
    return id;
  };
  const gifteeOf = async (cart_id: string) =>
    (
      await server.db
        .selectFrom("cart")
        .select("giftee_identity_id")
        .where("id", "=", cart_id)
        .executeTakeFirstOrThrow()
    ).giftee_identity_id;

  test("saves the recipient whom a member named", async () => {
    const giftee_identity_id = await giftee(user.identity_id);
    const cart = await member.hold(1);
    await member.pay(cart, cards.good);
    const response = await member.post(`/my/cart/${cart.id}/gift_checkout`, { giftee_identity_id });
    expect(codeOf(response)).toBe("200 ok");
    expect(await gifteeOf(cart.id)).toBe(giftee_identity_id);
    expect(JSON.stringify(response.body)).not.toContain("byron");
  });

  test("refuses a recipient whom another session named", async () => {
    const other = new TestBuyer(server, shop);
    const theirs = await giftee((await other.hold(1)).identity_id ?? "");
    const cart = await member.hold(1);
    await member.pay(cart, cards.good);
    for (const giftee_identity_id of [theirs, user.identity_id, newId()]) {
      const response = await member.post(`/my/cart/${cart.id}/gift_checkout`, { giftee_identity_id });
      expect(codeOf(response)).toBe("404 not_found");
    }
    expect(await gifteeOf(cart.id)).toBeNull();
  });

  test.each(["same address", "variant of the address"])("refuses a gift to oneself: %s", async (how) => {
    const [name, domain] = user.email.split("@");
    const address = how === "same address" ? user.email : `${name?.toUpperCase()}+me@${domain}`;
    const giftee_identity_id = await giftee(user.identity_id, address);
    const cart = await member.hold(1);
    await member.pay(cart, cards.good);
    const response = await member.post(`/my/cart/${cart.id}/gift_checkout`, { giftee_identity_id });
    expect(codeOf(response)).toBe("422 gift_to_oneself");
    expect(await gifteeOf(cart.id)).toBeNull();
  });

  test("checking out a gift takes giver and recipient of a guest's gift", async () => {
    const guest = new TestBuyer(server, shop);
    const cart = await guest.hold(1);
    const guest_identity_id = await giftee(cart.identity_id ?? "");
    const { identity_id: giver_identity_id } = (await guest.savePurchaser(cart)).body;
    await guest.pay(cart, cards.good);
    const wrong = await guest.checkOut(cart, { guest_identity_id, giver_identity_id: newId() });
    expect(codeOf(wrong)).toBe("404 not_found");
    const { body } = await guest.checkOut(cart, { guest_identity_id, giver_identity_id });
    expect(body.ticket_order._data[0].identity_id).toBe(giver_identity_id);
    expect(await gifteeOf(cart.id)).toBe(guest_identity_id);
  });

  test("refuses a guest's gift to themselves", async () => {
    const guest = new TestBuyer(server, shop);
    const cart = await guest.hold(1);
    const guest_identity_id = await giftee(cart.identity_id ?? "", ada.email);
    const { identity_id: giver_identity_id } = (await guest.savePurchaser(cart)).body;
    expect(codeOf(await guest.checkOut(cart, { guest_identity_id, giver_identity_id }))).toBe("422 gift_to_oneself");
  });
});
