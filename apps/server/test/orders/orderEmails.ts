import type { TestApp } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { shopRows } from "./changedOrders.ts";

export type TestEmail = {
  /** The row that it is about, such as an order. */
  readonly ref_id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** The e-mails of a kind, in no particular order. */
export const emailsOf = async (server: TestApp, shop: TestShop, kind: string): Promise<readonly TestEmail[]> =>
  (await shopRows(server, "outbox", shop))
    .filter((row) => row["kind"] === kind)
    .map(({ ref_id, to_address, message }) => ({
      ref_id: String(ref_id),
      to: String(to_address),
      ...(message as Pick<TestEmail, "subject" | "text">),
    }));
