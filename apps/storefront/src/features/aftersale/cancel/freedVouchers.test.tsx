import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import {
  actionsReply,
  address,
  calls,
  changeCartId,
  changeReply,
  makeLine,
  orderReply,
  ticketId,
} from "../../../../test/aftersale/fixtures.ts";
import { fakeApi, orderId, resetCartState, settle, showPage } from "../../../../test/cart/fixtures.tsx";
import { ConfirmPanel } from "../confirm/ConfirmPanel.tsx";
import { ManagePanel } from "../ManagePanel.tsx";

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const page = (): string => document.body.textContent ?? "";
const quoteOf = (freed_vouchers?: readonly string[]) => ({
  tickets: [1, 2].map((number) => ({ ticket_id: ticketId(number) })),
  value: "43.00",
  fee: "0",
  refunds: [{ means: null, amount: "43.00" }],
  refund: "43.00",
  gift_card: "0",
  bonus: "0",
  ...(freed_vouchers && { freed_vouchers }),
});
const pressButton = async (name: RegExp): Promise<void> => {
  const button = allByRole("button").find(({ textContent }) => name.test(textContent));
  await act(async () => press(button ?? byRole("button", String(name))));
  await settle();
};

const openCancellation = async (freed?: readonly string[]): Promise<void> => {
  fakeApi({
    [calls.order]: () => orderReply({ lines: { [orderId]: [makeLine()] } }),
    [calls.actions]: () => actionsReply(),
    "POST /api/ticket_order/:id/cancel_quote": () => quoteOf(freed),
    "POST /api/ticket_order/:id/cancel": () => ({ ...orderReply(), cancellation: quoteOf(freed) }),
  });
  await showPage(<ManagePanel id={orderId} />, { path: address(), flags: { newer_manage: true } });
  await pressButton(/^Cancel tickets$/);
  await pressButton(/^Cancel the whole order$/);
};

describe("city passes that can be used again", () => {
  test.each([
    { freed: ["…1111"], text: "City pass …1111 can be used again." },
    { freed: ["…1111", "…2222"], text: "City passes …1111, …2222 can be used again." },
  ])("are named before tickets are cancelled, and afterwards: $freed", async ({ freed, text }) => {
    await openCancellation(freed);
    expect(document.activeElement?.textContent).toBe("Cancel 2 tickets?");
    expect(page()).toContain(text);
    await pressButton(/^Cancel 2 tickets, get back/);
    expect(document.activeElement?.textContent).toBe("2 tickets are cancelled");
    expect(page()).toContain(text);
  });

  test("are not mentioned if tickets have none", async () => {
    await openCancellation();
    expect(document.activeElement?.textContent).toBe("Cancel 2 tickets?");
    expect(page()).not.toContain("City pass");
  });

  test("are named on the review of a change", async () => {
    fakeApi({
      [calls.order]: () => orderReply(),
      [calls.actions]: () => actionsReply({ change_cart_id: changeCartId }),
      [calls.cart]: () => changeReply({ freed_vouchers: ["…1111"] }),
    });
    await showPage(<ConfirmPanel id={orderId} />, { path: address("/confirm") });
    expect(page()).toContain("City pass …1111 can be used again.");
  });
});
