import { act } from "react";
import type { Cart, CartReply } from "@foyer/contract/shop/cart.ts";
import { setSaved } from "../page.tsx";
import { updateCartPageState } from "../../src/features/cart/cartPageState.ts";

export { refusal, setSaved, fakeApi, settle, settleUntil, showPage, type RecordedCall } from "../page.tsx";

export const cartId = "c0000000-0000-4000-8000-000000000001";
export const orderId = "d0000000-0000-4000-8000-000000000001";
const admissionEventId = "e0000000-0000-4000-8000-000000000001";
const tourEventId = "e0000000-0000-4000-8000-000000000002";

const lineOf = (
  event_template_id: string,
  name: string,
  is_anchor: boolean,
  tickets: string[],
): Cart["lines"][number] => ({
  event_template_id,
  event_session_id: null,
  name,
  image: null,
  image_alt: null,
  image_focus: null,
  start_datetime: null,
  end_datetime: null,
  local_day: "2026-11-21",
  local_start: "19:30",
  timezone: "America/New_York",
  all_day: false,
  ticket_date_time: null,
  is_anchor,
  needs_anchor: false,
  membership: null,
  types: [
    {
      ticket_type_id: `${event_template_id}-t`,
      ticket_group_id: "g",
      name: "Adult",
      group_name: "Tickets",
      count: tickets.length,
      price: "60.00",
      seats: [],
      ticket_ids: tickets,
    },
  ],
});

/** Two tickets to the museum and a tour: $64.50 with fees. */
export const makeCart = (overrides: Partial<Cart> = {}): Cart => ({
  id: cartId,
  cart_number: "10017",
  state: "pending",
  expires_at: "2026-11-21T15:15:00Z",
  expires_in: 900,
  extensions_left: 10,
  identity_id: "a0000000-0000-4000-8000-000000000001",
  owned_by_public_identity: true,
  editable: true,
  currency: "USD",
  lines: [
    lineOf(admissionEventId, "Museum Admission", true, ["t1", "t2"]),
    lineOf(tourEventId, "Highlights Tour", false, ["t3"]),
  ],
  cart_mods: [],
  cart_fees: [
    {
      gateway_id: "test",
      account_id: null,
      face_value: "4.50",
      pmc_id: null,
      publishable_key: null,
      grand_totals: {
        total_before_cartmod_price: "60.00",
        total_fee_fixed_outside: "4.50",
        total_fee_percent_outside: "0",
        total_cartmod_amount: "0",
        total_payments: "0",
        total_outstanding: "64.50",
      },
    },
  ],
  blocking_rules: [],
  scheduled_payments: [],
  completed_payments: [],
  outstanding_balance: "64.50",
  payment_due_by_credit_card: "64.50",
  gift_cards: [],
  anchor: null,
  visit_window: null,
  giftee: null,
  membership_action: null,
  member_tickets: 0,
  ticket_order_id: null,
  payment_in_progress: false,
  change: null,
  ...overrides,
});

export const cartReply = (cart: Cart): CartReply => ({ cart: { _data: [cart] }, ticket: { _data: [] } });
export const resetCartState = (): void => {
  act(() => {
    setSaved({});
    updateCartPageState({ expiredCartId: null, payingCartId: null, bookedOrderId: null, lostCart: null });
  });
  sessionStorage.clear();
};
