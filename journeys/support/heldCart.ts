import type { APIResponse, Page } from "playwright-core";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import { storageKey } from "@foyer/contract/storageKey.ts";
import { solveCaptcha, type CaptchaTask } from "../../apps/server/test/accounts/solveCaptcha.ts";
import { findEventId } from "./database.ts";

/**
 * Creates carts and orders by API calls, with the visitor's cookie, for tests that are about something else: going
 * through four pages takes seconds of CPU time. `journeys/reserve` and `journeys/page/taps.test.ts` go through the
 * pages.
 */
export type HeldTickets = {
  readonly seller: string;
  readonly event: string;
  /** Quantities by ticket type. */
  readonly tickets: Readonly<Record<string, number>>;
  /** Chooses one of the available days, `YYYY-MM-DD`. */
  readonly day: (days: readonly string[]) => string | undefined;
  /** Chooses the last time of the day instead of the first open one. */
  readonly isLastTime?: boolean | undefined;
};

const bodyOf = async <Body>(response: APIResponse): Promise<Body> => {
  if (!response.ok()) throw new Error(`${response.status()} of ${response.url()}: ${await response.text()}`);
  return (await response.json()) as Body;
};

/** The calls of a page, as a visitor of a seller. */
const callsOf = ({ request }: Page, seller: string) => ({
  get: async <Body>(path: string, query: Readonly<Record<string, string>> = {}): Promise<Body> =>
    bodyOf(await request.get(`/api${path}`, { params: { ...query, _seller: seller } })),
  post: async <Body>(path: string, data: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Body> =>
    bodyOf(
      await request.post(`/api${path}`, {
        params: { _seller: seller },
        data,
        headers: { [applicationHeader.name]: applicationHeader.value, ...headers },
      }),
    ),
});

type Calls = ReturnType<typeof callsOf>;

const daysOf = async ({ get }: Calls, event_template_id: string): Promise<readonly string[]> => {
  const { calendar } = await get<{ calendar: { _data: CalendarDate[] } }>(`/events/${event_template_id}/calendar`);
  return calendar._data.filter(({ status }) => status === "available").map((one) => one.date);
};

type LineRequest = Pick<HeldTickets, "event" | "tickets" | "isLastTime"> & {
  readonly event_template_id: string;
  readonly date: string;
};

/** Tickets for a time of a day, as a request for a cart contains them. */
const lineOf = async (
  { get }: Calls,
  { event, event_template_id, tickets, date, isLastTime = false }: LineRequest,
): Promise<object> => {
  const path = `/events/${event_template_id}`;
  const sessions = await get<{ event_session: { _data: EventSession[] } }>(`${path}/sessions`, { _ondate: date });
  const open = sessions.event_session._data.filter(({ sold_out, cancelled }) => !sold_out && !cancelled);
  const session = open.at(isLastTime ? -1 : 0);
  const types = (await get<EventReply>(path, { _embed: "ticket_type" })).ticket_type?._data ?? [];
  const idOf = (name: string): string => {
    const type = types.find((one) => one.name === name);
    if (!type) throw new Error(`${event} has no ticket ${name}`);
    return type.id;
  };
  return {
    event_template_id,
    event_session_id: session?.id,
    ticket_types_required: Object.entries(tickets).map(([name, quantity]) => ({
      ticket_type_id: idOf(name),
      quantity,
    })),
  };
};

const holdLines = async ({ post }: Calls, add: readonly object[]): Promise<Cart> => {
  const { cart } = await post<{ cart: { _data: [Cart] } }>("/my/cart/modify", { add });
  return cart._data[0];
};

/** Holds tickets for a time of a day. */
export const holdTickets = async (page: Page, request: HeldTickets): Promise<Cart> => {
  const { seller, event } = request;
  const calls = callsOf(page, seller);
  const event_template_id = await findEventId(seller, event);
  const date = request.day(await daysOf(calls, event_template_id));
  if (date === undefined) throw new Error(`${event} has no such day`);
  return holdLines(calls, [await lineOf(calls, { ...request, event_template_id, date })]);
};

/** Holds tickets of two events for one day, days ahead: a visit, and an add-on that needs one. */
export const holdVisit = async (
  page: Page,
  seller: string,
  events: readonly [Pick<HeldTickets, "event" | "tickets">, Pick<HeldTickets, "event" | "tickets">],
): Promise<Cart> => {
  const calls = callsOf(page, seller);
  const ids = [await findEventId(seller, events[0].event), await findEventId(seller, events[1].event)] as const;
  const [days, others] = [await daysOf(calls, ids[0]), await daysOf(calls, ids[1])];
  const date = days.filter((day) => others.includes(day))[4];
  if (date === undefined) throw new Error(`${events[0].event} and ${events[1].event} have no such day`);
  return holdLines(calls, [
    await lineOf(calls, { ...events[0], event_template_id: ids[0], date }),
    await lineOf(calls, { ...events[1], event_template_id: ids[1], date }),
  ]);
};

/** Makes the visitor's browser know its cart, as after reserving. */
export const keepCart = async (page: Page, seller: string, { id, expires_in }: Cart): Promise<void> => {
  await page.goto("/livez");
  const saved = {
    cart_id: id,
    local_expiry: Date.now() + (expires_in ?? 0) * 1000,
    timed_out: null,
    declined_extension: null,
    skip_upsells: false,
    upsell_chain: [],
    auto_renew: false,
    login: null,
  };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    storageKey(seller),
    JSON.stringify(saved),
  ] as const);
};

/** A solved captcha; empty at a seller that requires none. */
const solvedCaptcha = async ({ request }: Page, seller: string): Promise<Readonly<Record<string, string>>> => {
  const response = await request.get("/api/captcha/challenge", { params: { purpose: "pay", _seller: seller } });
  return response.status() === 404 ? {} : solveCaptcha(await bodyOf<CaptchaTask>(response));
};

/** Pays a cart with the test gateway and completes its order as a guest. */
export const completeOrder = async (page: Page, seller: string, cart: Cart, identity: object): Promise<void> => {
  const { post } = callsOf(page, seller);
  const isHuman = await solvedCaptcha(page, seller);
  const card = { number: "4242424242424242", expiry: "12/39", cvc: "123" };
  const payment = { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: { card } };
  await post(`/my/cart/${cart.id}/pay`, [payment], isHuman);
  const { outcome } = await post<{ outcome: string }>(`/my/cart/${cart.id}/guest_checkout`, {
    identity,
    terms_accepted: true,
  });
  if (outcome !== "completed") throw new Error(`The order is ${outcome}.`);
};
