import { expect } from "vitest";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { createChangeShop, everyChange, orderOf, type TestOrder } from "../orders/changedOrders.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { TestBuyer } from "../shop/testBuyer.ts";
import { signedIn, type OfficeBrowser } from "./testStaff.ts";

export type DeskTestOrder = TestOrder & { readonly number: number };

/** A shop with two sessions, whose policy keeps 2.00 per cancelled ticket. */
export const createDeskShop = (server: TestApp, rules: object = {}): Promise<TestShop> =>
  createChangeShop(
    server,
    { ...everyChange, cancel_fee: { fixed: "2.00" }, ...rules },
    {
      sessions: [{ inDays: 7 }, { inDays: 8 }],
      groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
    },
  );

/** An order of tickets at 20.00 each. */
export const buyAtDesk = async (server: TestApp, shop: TestShop, quantity = 2): Promise<DeskTestOrder> => {
  const reply = await new TestBuyer(server, shop).buy(quantity);
  return { ...orderOf(reply), number: Number(reply.body.ticket_order._data[0].order_number) };
};

/** A staff member on the screen of an order. */
export class DeskClerk {
  readonly browser: OfficeBrowser;
  readonly number: number;
  version = "";

  constructor(browser: OfficeBrowser, number: number) {
    this.browser = browser;
    this.number = number;
  }

  async look(): Promise<TestResponse["body"]> {
    const { status, body } = await this.browser.get(`/orders/${this.number}`);
    expect(status).toBe(200);
    this.version = body.version;
    return body;
  }

  /** Sends a change of the order, based on the version that was last read. */
  post(path: string, body: object, more?: Parameters<OfficeBrowser["post"]>[2]): Promise<TestResponse> {
    return this.browser.post(`/orders/${this.number}/${path}`, { version: this.version, ...body }, more);
  }
  get(path: string): Promise<TestResponse> {
    return this.browser.get(`/orders/${this.number}/${path}`);
  }

  cancel(tickets: readonly string[], refund: string, more: object = {}): Promise<TestResponse> {
    return this.post("cancel", {
      tickets,
      money: "refund",
      refund_to: "same_means",
      reason: "Ill",
      expected: { refund, gift_card: "0" },
      ...more,
    });
  }
  refund(amount: string): Promise<TestResponse> {
    return this.post("refund", { amount, reason: "Goodwill" });
  }
}

/** A staff member with a role who has opened an order. */
export const deskClerk = async (
  server: TestApp,
  shop: TestShop,
  { number }: DeskTestOrder,
  role: StaffRole,
): Promise<DeskClerk> => {
  const clerk = new DeskClerk(await signedIn(server, shop, [role]), number);
  await clerk.look();
  return clerk;
};
