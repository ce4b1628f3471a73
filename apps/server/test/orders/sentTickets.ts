import type { TestApp, TestResponse } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import type { TestBuyer } from "../shop/testBuyer.ts";
import { shopRows, type TestOrder } from "./changedOrders.ts";

export const grace = { email: "grace@example.org", sender_name: "Ada", message: "See you there!" };

const ticketList = (tickets: readonly string[]) => tickets.map((ticket_id) => ({ ticket_id }));

export const sendOn = (
  who: TestBuyer,
  { id, token }: TestOrder,
  tickets: readonly string[],
  recipient: object = grace,
): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/send?token=${token}`, { tickets: ticketList(tickets), ...recipient });

export const takeBack = (who: TestBuyer, { id, token }: TestOrder, tickets: readonly string[]): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/take_back?token=${token}`, { tickets: ticketList(tickets) });

export type TestEmail = { readonly to: string; readonly subject: string; readonly text: string };

/** The e-mails of a kind, in no order. */
export const emailsOf = async (server: TestApp, shop: TestShop, kind: string): Promise<readonly TestEmail[]> =>
  (await shopRows(server, "outbox", shop))
    .filter((row) => row["kind"] === kind)
    .map(({ to_address, message }) => ({ to: String(to_address), ...(message as Omit<TestEmail, "to">) }));

/** What the link in a recipient's e-mail opens: '/ticket_sending/ID?token=TOKEN'. */
export const linkIn = (email: TestEmail | undefined): { readonly path: string; readonly query: string } => {
  const [, id, token] = /\/tickets\/([0-9a-f-]{36})\?token=([\w-]+)/.exec(email?.text ?? "") ?? [];
  if (!id || !token) throw new Error("The e-mail has no link to tickets.");
  return { path: `/ticket_sending/${id}`, query: `token=${token}` };
};
