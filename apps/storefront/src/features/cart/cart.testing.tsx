import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { captchaHeaders } from "@foyer/contract/captcha.ts";
import type { Cart, CartReply } from "@foyer/contract/cart.ts";
import { Announcer } from "@foyer/ui/Announcer.tsx";
import { ModalStack } from "@foyer/ui/ModalStack.tsx";
import { show } from "@foyer/ui/testing.tsx";
import { callFor, setFetcher } from "../../api/call.ts";
import { newQueryClient } from "../../shared/queryClient.ts";
import { nothingSaved, savedOf } from "../../shared/saved.ts";
import { BootProvider } from "../../shared/seller.tsx";
import { makeBoot } from "../../shared/seller.testing.ts";
import { changeStanding } from "./standing.ts";

export const cartId = "c0000000-0000-4000-8000-000000000001";
export const orderId = "d0000000-0000-4000-8000-000000000001";
const admission = "e0000000-0000-4000-8000-000000000001";
const tour = "e0000000-0000-4000-8000-000000000002";

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
  start_datetime: null,
  end_datetime: null,
  local_day: "2026-11-21",
  local_start: "19:30",
  timezone: "America/New_York",
  all_day: false,
  ticket_date_time: null,
  is_anchor,
  needs_anchor: false,
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
export const makeCart = (wishes: Partial<Cart> = {}): Cart => ({
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
  lines: [lineOf(admission, "Museum Admission", true, ["t1", "t2"]), lineOf(tour, "Highlights Tour", false, ["t3"])],
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
  ticket_order_id: null,
  payment_in_progress: false,
  ...wishes,
});

export const replyOf = (cart: Cart): CartReply => ({ cart: { _data: [cart] }, ticket: { _data: [] } });
export const refusal = (
  status: number,
  _code: string,
  more: { context?: string; description?: string; extra?: Record<string, unknown> } = {},
) => ({
  status,
  body: {
    _data: [
      { _code, _context: more.context ?? "payment", _description: more.description ?? "No.", _extra: more.extra ?? {} },
    ],
  },
});

type Answer = { readonly status: number; readonly body: unknown };
export type Asked = {
  readonly what: string;
  readonly body: unknown;
  /** The answer to a captcha, where one went along: provider and token. */
  readonly captcha?: readonly (string | undefined)[];
};

/** Answers calls by 'METHOD /path' with ids as ':id', and writes down what was asked. */
export const serve = (answers: Record<string, (body: unknown) => unknown>): Asked[] => {
  const asked: Asked[] = [];
  callFor("harbor");
  setFetcher(async (path, { method, body, headers }) => {
    const short = (path.split("?")[0] ?? "").replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ":id");
    const what = `${method} ${short}`;
    const sent: unknown = body === undefined ? undefined : JSON.parse(body);
    const { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token } = headers;
    asked.push({ what, body: sent, ...(provider !== undefined && { captcha: [provider, token] }) });
    const answer = answers[what];
    if (!answer) throw new Error(`nobody answers ${what}`);
    const said = (await answer(sent)) as Answer | object;
    const { status, body: content } = "status" in said && "body" in said ? said : { status: 200, body: said };
    return new Response(JSON.stringify(content), { status: status as number });
  });
  return asked;
};

/** What this browser remembers when the page opens. */
export const remember = (wishes: Partial<typeof nothingSaved>): void =>
  savedOf("harbor").change({ ...nothingSaved, ...wishes });
export const rememberNothing = (): void =>
  act(() => {
    remember({});
    changeStanding({ timed_out: null, paying: null, booked: null });
  });

/** Lets answers arrive and effects run. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 3)));
};

/** A page of the shop at an address, with everything around it that a screen needs. */
export const showPage = async (
  node: ReactNode,
  { path = "/events", seller = {} }: { path?: string; seller?: Parameters<typeof makeBoot>[0] } = {},
) => {
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  const client: QueryClient = newQueryClient();
  show(
    <BootProvider boot={makeBoot(seller)}>
      <QueryClientProvider client={client}>
        <Router hook={hook} searchHook={searchHook}>
          <Announcer>
            <ModalStack>{node}</ModalStack>
          </Announcer>
        </Router>
      </QueryClientProvider>
    </BootProvider>,
  );
  await settle();
  return { client, history };
};
