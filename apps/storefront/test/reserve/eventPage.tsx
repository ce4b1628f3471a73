import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act } from "react";
import { beforeAll, beforeEach } from "vitest";
import { Router } from "wouter";
import type { BootData } from "@foyer/contract/boot.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import { ModalStack } from "@foyer/ui/overlay/ModalStack.tsx";
import { allByRole, byRole, press, show } from "@foyer/ui/test/dom.tsx";
import { setFetcher } from "../../src/api/call.ts";
import {
  adult,
  boot,
  cart,
  day,
  event,
  gift,
  group,
  passType,
  refusal,
  seller,
  session,
  template,
} from "./eventData.ts";
import { createQueryClient } from "../../src/shared/queries/queryClient.ts";
import { savedStoreFor } from "../../src/shared/storage/saved.ts";
import { BootProvider } from "../../src/shared/seller/seller.tsx";
import { EventPage } from "../../src/features/reserve/event/EventPage.tsx";
import { lazyOneTicketForm, lazyQuantityFirstForm } from "../../src/features/reserve/form/lazyForms.ts";
import { lazyTicketSteps } from "../../src/features/reserve/form/lazyTicketSteps.ts";

export type FakeShop = {
  days: object[];
  sessions: object[];
  groups: object[];
  template: object;
  venue: object | undefined;
  reserve: () => Answer;
  /** The answers of the calendar and the sessions for a selection of tickets. */
  pricedDays: () => Answer;
  pricedSessions: (query: string) => Answer;
  cart: object;
  /** The price of an adult ticket in a session. */
  typePrice: string;
  messageRules: readonly object[];
  seller: object;
  /** Tried first; if it returns undefined, the defaults answer. */
  first: (path: string, method: string, query: string) => Answer | undefined;
};
export type Answer = { status: number; body: unknown };
/** The shop behind the page in a test and the requests made; reset before each test. */
export let client: QueryClient;
export let fakeShop: FakeShop;
export let requests: string[];
export let sentBodies: unknown[];

export const clearRequests = (): void => {
  requests = [];
  sentBodies = [];
};

// Loaded in advance: the page loads it on demand.
beforeAll(() =>
  Promise.all([
    ...[lazyQuantityFirstForm, lazyOneTicketForm, lazyTicketSteps].map((part) => part.load()),
    import("../../src/features/reserve/submit/submitReservation.ts"),
  ]),
);

beforeEach(() => {
  savedStoreFor("harbor").change({ cart_id: null, local_expiry: null });
  client = createQueryClient();
  fakeShop = {
    days: [day("2026-11-21"), day("2026-11-22"), day("2026-11-23", "sold_out")],
    sessions: [session(40, "10:00"), session(41, "14:00")],
    groups: [group],
    template,
    venue: undefined,
    pricedDays: () => ({ status: 200, body: { calendar: { _data: fakeShop.days } } }),
    pricedSessions: () => ({
      status: 200,
      body: { event_session: { _data: fakeShop.sessions }, price_schedule: { _data: [] } },
    }),
    cart,
    seller,
    typePrice: "20",
    messageRules: [],
    first: () => undefined,
    reserve: () => ({ status: 200, body: { cart: { _data: [cart] }, ticket: { _data: [] } } }),
  };
  requests = [];
  sentBodies = [];
  history.replaceState(null, "", `/harbor/events/${event}`);
  setFetcher(async (path, init) => {
    requests.push(`${init.method} ${path}`);
    if (init.body) sentBodies.push(JSON.parse(init.body));
    const [place = "", query = ""] = path.split("?");
    const { status, body } = fakeShop.first(place, init.method, query) ?? answer(place, init.method, query);
    return new Response(JSON.stringify(body), { status });
  });
});
const answer = (path: string, method: string, query: string): Answer => {
  const ok = (body: unknown) => ({ status: 200, body });
  if (method === "POST" && path.endsWith("/calendar")) return fakeShop.pricedDays();
  if (method === "POST" && path.endsWith("/sessions")) return fakeShop.pricedSessions(query);
  if (method === "POST") return fakeShop.reserve();
  if (path.includes("/my/cart")) return ok({ cart: { _data: [fakeShop.cart] }, ticket: { _data: [] } });
  if (path.endsWith("/calendar")) return ok({ calendar: { _data: fakeShop.days } });
  if (path.endsWith("/sessions")) return ok({ event_session: { _data: fakeShop.sessions } });
  if (path.includes("/sessions/")) {
    const found = fakeShop.sessions.find((one) => path.endsWith((one as { id: string }).id));
    return found
      ? ok({
          event_session: { _data: [found] },
          event_template: { _data: [fakeShop.template] },
          ticket_group: { _data: shownGroups(query) },
          ticket_type: {
            _data: [{ ...adult, currency_amount: fakeShop.typePrice, discounted_amount: fakeShop.typePrice }, gift],
          },
        })
      : { status: 404, body: refusal("event_session_not_found", "general", "") };
  }
  if (path.endsWith(`/events/${event}`))
    return ok({
      event_template: { _data: [fakeShop.template] },
      ...(fakeShop.venue && { venue: { _data: [fakeShop.venue] } }),
      ticket_group: { _data: shownGroups(query) },
      ticket_type: { _data: [adult, gift, passType] },
      message_rule: { _data: fakeShop.messageRules },
    });
  return { status: 404, body: refusal("event_not_found", "general", "") };
};

/** As the server answers: groups sold by link alone only if the request names them. */
const shownGroups = (query: string): object[] => {
  const named = new URLSearchParams(query).get("ticket_group.id._in")?.split(",");
  return fakeShop.groups.filter((one) => {
    const { id: group_id, hidden_type } = one as { id: string; hidden_type: string };
    return named ? named.includes(group_id) : hidden_type !== "public_link_only";
  });
};

const frame = () => act(() => new Promise((resolve) => setTimeout(resolve, 12)));
/** Waits for answers and renders; one answer may lead to the next request. */
export const settle = async () => {
  let before = -1;
  for (let quiet = 0; quiet < 3;) {
    await frame();
    const isBusy = client.isFetching() + client.isMutating() > 0 || requests.length !== before;
    before = requests.length;
    quiet = isBusy ? 0 : quiet + 1;
  }
};
export const openEventPage = async (
  search = "",
  { eventId = event, now = boot.now, action }: { eventId?: string; now?: string; action?: string } = {},
) => {
  if (search) history.replaceState(null, "", `/harbor/events/${eventId}?${search}`);
  show(
    <BootProvider boot={{ ...boot, now, seller: fakeShop.seller as BootData["seller"] }}>
      <QueryClientProvider client={client}>
        <Router base="/harbor">
          <Announcer>
            <ModalStack>
              <EventPage eventId={eventId} action={action} />
            </ModalStack>
          </Announcer>
        </Router>
      </QueryClientProvider>
    </BootProvider>,
  );
  await settle();
};
export const click = async (element: HTMLElement) => {
  press(element);
  await settle();
};
export const radio = (start: string) => {
  const found = allByRole("radio").find((element) =>
    (element.querySelector("[hidden]")?.textContent ?? element.textContent ?? "")
      .replace("\u00a0", " ")
      .startsWith(start),
  );
  if (!found) throw new Error(`no choice ${start}`);
  return found;
};
export const hasChoice = (start: string) =>
  allByRole("radio").some((element) =>
    (element.querySelector("[hidden]")?.textContent ?? element.textContent ?? "")
      .replace("\u00a0", " ")
      .startsWith(start),
  );
/** The button of the bar on phones, which names the next step. */
export const nextButton = () =>
  document.querySelector<HTMLElement>('[role="region"] button[type="submit"]') as HTMLElement;
export const send = () => click(nextButton());
/** The first press leads to the missing step, the second one says what is missing. */
export const sendTwice = async () => {
  await send();
  await send();
};
/** As the Enter key does in browsers that do not press a button for it. */
export const submitForm = async () => {
  act(() => document.querySelector<HTMLFormElement>("form#reserve")?.requestSubmit());
  await settle();
};
/** The form, and the bar below it. */
export const text = () =>
  [...document.querySelectorAll('form, [role="region"]')]
    .map((part) => part.textContent)
    .join(" ")
    .replaceAll("\u00a0", " ");
export const sunday = "Sunday, November 22";
export const button = (name: string) => byRole("button", name);
