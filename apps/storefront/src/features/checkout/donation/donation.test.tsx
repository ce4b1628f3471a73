import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { byRole, closePages, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { makeCart, resetCartState, cartReply, settle } from "../../../../test/cart/fixtures.tsx";
import { pageText, requestsBeyondCart, showCheckout } from "../../../../test/checkout/checkoutPage.tsx";

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

describe("donation", () => {
  // The page loads it lazily; imported here so that it is ready.
  beforeAll(() => import("./Donation.tsx"));

  const gift = "e0000000-0000-4000-8000-000000000009";
  const web = { checkout_donation_event_id: gift };
  const type = (id: string, name: string, amount: string, bounds: [string, string] | null = null) => ({
    id,
    ticket_group_id: "dg",
    name,
    summary: null,
    description: null,
    currency_amount: amount,
    discounted_amount: amount,
    currency_amount_min: bounds?.[0] ?? null,
    currency_amount_max: bounds?.[1] ?? null,
    outside_fees: [],
    available: true,
    member_event_ticket_type: null,
    event_template_category: null,
    _rank: 0,
  });
  const event = () => ({
    event_template: { _data: [{ id: gift, name: "Give", summary: "For clean windows." }] },
    ticket_group: {
      _data: [
        {
          id: "dg",
          handler: "donation",
          hidden_type: "public_browsable",
          available: true,
          sold_out: false,
          left: null,
          _rank: 0,
          min_tickets_per_order: 1,
          max_tickets_per_order: 1,
        },
      ],
    },
    ticket_type: {
      _data: [type("d1", "A window", "25.00"), type("d2", "Another amount", "10.00", ["5.00", "100.00"])],
    },
  });
  const modify = "POST /api/my/cart/:id/modify";
  const cart = makeCart();
  const [line] = cart.lines;
  if (!line) throw new Error("there is a line");
  const given = makeCart({
    lines: [
      ...cart.lines,
      {
        ...line,
        event_template_id: gift,
        name: "Give",
        types: line.types.map((one) => ({
          ...one,
          ticket_type_id: "d1",
          price: "25.00",
          count: 1,
          ticket_ids: ["t9"],
        })),
      },
    ],
  });
  const show = (answers: Record<string, (body: unknown) => unknown> = {}) =>
    showCheckout({
      web,
      answers: { "GET /cached_api/events/:id": event, [modify]: () => cartReply(given), ...answers },
    });
  const send = async () => {
    press(
      [...document.querySelectorAll<HTMLElement>('form[aria-label="Add a donation"] button[type=submit]')].find((one) =>
        one.textContent?.startsWith("Add "),
      ) ?? document.body,
    );
    await settle();
  };

  test("donation is added to the order, thanked for and removed again", async () => {
    const remove = "POST /api/cart/:id/remove";
    const { calls } = await show({ [remove]: () => cartReply(cart) });
    await settle();
    expect(pageText()).toContain("For clean windows.");
    press(byRole("radio", "$25, A window"));
    await send();
    expect(calls.find(({ what }) => what === modify)?.body).toEqual({
      add: [{ event_template_id: gift, ticket_types_required: [{ ticket_type_id: "d1", quantity: 1 }] }],
    });
    expect(pageText()).toContain("Thank you! $25.00 of your order is a donation.");
    press(byRole("button", "Remove donation"));
    await settle();
    expect(calls.find(({ what }) => what === remove)?.body).toEqual({ tickets: ["t9"] });
    expect(byRole("radio", "$25, A window")).toBeTruthy();
  });

  test("the focus stays at the donation when its button disappears", async () => {
    await show({ "POST /api/cart/:id/remove": () => cartReply(cart) });
    await settle();
    press(byRole("radio", "$25, A window"));
    document.querySelector<HTMLElement>('form[aria-label="Add a donation"] button[type=submit]')?.focus();
    await send();
    expect(document.activeElement).toBe(byRole("group", "Add a donation"));
    byRole("button", "Remove donation").focus();
    press(byRole("button", "Remove donation"));
    await settle();
    expect(document.activeElement?.tagName).toBe("SUMMARY");
  });

  test("shows an amount of the visitor's own on the button", async () => {
    const { calls } = await show();
    await settle();
    press(byRole("radio", "Another amount"));
    await send();
    expect(requestsBeyondCart(calls)).not.toContain(modify);
    typeIn(document.querySelector<HTMLInputElement>("input[data-money]") ?? document.body, "12.50");
    await send();
    expect(calls.find(({ what }) => what === modify)?.body).toMatchObject({
      add: [{ ticket_types_required: [{ ticket_type_id: "d2", quantity: 1, face_value: "12.50" }] }],
    });
  });

  test("keeps an amount that is not added yet through a reload, and forgets it once it is added", async () => {
    const amount = () => document.querySelector<HTMLInputElement>("input[data-money]");
    await show();
    await settle();
    press(byRole("radio", "Another amount"));
    typeIn(amount() ?? document.body, "12.50");
    closePages();
    await show();
    await settle();
    expect(byRole("radio", "Another amount").getAttribute("aria-checked")).toBe("true");
    expect(amount()?.value).toBe("12.50");
    expect(amount()?.closest("details")?.open).toBe(true);
    await send();
    closePages();
    await show();
    await settle();
    expect(amount()).toBe(null);
  });

  test("requires an amount", async () => {
    const { calls } = await show();
    await settle();
    await send();
    expect(byRole("alert").textContent).toBe("Please select a donation to continue.");
    expect(requestsBeyondCart(calls)).not.toContain(modify);
  });

  test("donation is not offered where the seller has no donation event", async () => {
    await showCheckout();
    expect(pageText()).not.toContain("Add a donation");
  });
});
