import type { TestResponse } from "../app/testApp.ts";
import type { TestBuyer } from "../shop/testBuyer.ts";
import { ticketList, type TestOrder } from "./changedOrders.ts";
import type { TestEmail } from "./orderEmails.ts";

export const grace = { email: "grace@example.org", sender_name: "Ada", message: "See you there!" };

export const sendOn = (
  who: TestBuyer,
  { id, token }: TestOrder,
  tickets: readonly string[],
  recipient: object = grace,
): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/send?token=${token}`, { tickets: ticketList(tickets), ...recipient });

export const takeBack = (who: TestBuyer, { id, token }: TestOrder, tickets: readonly string[]): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/take_back?token=${token}`, { tickets: ticketList(tickets) });

/** The link in a recipient's e-mail: '/ticket_sending/ID?token=TOKEN'. */
export const linkIn = (email: TestEmail | undefined): { readonly path: string; readonly query: string } => {
  const [, id, token] = /\/tickets\/([0-9a-f-]{36})\?token=([\w-]+)/.exec(email?.text ?? "") ?? [];
  if (!id || !token) throw new Error("The e-mail has no link to tickets.");
  return { path: `/ticket_sending/${id}`, query: `token=${token}` };
};
