import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { beforeEach } from "vitest";
import { Router } from "wouter";
import type { BootData } from "@foyer/contract/boot.ts";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import { ModalStack } from "@foyer/ui/overlay/ModalStack.tsx";
import { press, show, type } from "@foyer/ui/test/dom.tsx";
import { setFetcher } from "../../src/api/call.ts";
import { createQueryClient } from "../../src/shared/queries/queryClient.ts";
import { savedStoreFor } from "../../src/shared/storage/saved.ts";
import { BootProvider } from "../../src/shared/seller/seller.tsx";
import { EventPage } from "../../src/features/reserve/event/EventPage.tsx";
import { clearGuestChoice } from "../../src/shared/storage/guestChoice.ts";
import { adult, boot, cart, event, group as ticketGroup, id, refusal, seller, template } from "../reserve/eventData.ts";
import { MembershipForm } from "../../src/features/membership/form/MembershipForm.tsx";

export { boot, cart, event, id, refusal, template } from "../reserve/eventData.ts";

const term = { valid_from: "2026-11-21T12:00:00Z", valid_to: "2027-11-21T12:00:00Z", last_day: "2027-11-20" };
export const level = (number: number, name: string, more: object = {}, sold: object = {}) => ({
  ...ticketGroup,
  id: id(number),
  name,
  handler: "membership",
  duration_new: "P1Y",
  max_tickets_per_order: -1,
  level: { program: null, price: "60.00", physical_card: false, gift: true, term, ...sold },
  _rank: number,
  ...more,
});
export const person = (number: number, name: string, ticket_group_id: string, price: string, more: object = {}) => ({
  ...adult,
  id: id(number),
  ticket_group_id,
  name,
  currency_amount: price,
  discounted_amount: price,
  outside_fees: [],
  _rank: number,
  ...more,
});
export const rule = (ticket_type_id: string, more: object = {}) => ({
  ticket_group_id: id(20),
  ticket_type_id,
  party_role: "member",
  named: "yes",
  emailed: "yes",
  min: 1,
  max: 1,
  ...more,
});
export const single = level(20, "Single");
export const family = level(21, "Family", { summary: "For everybody at home" });

export const heldMembership = (number: number, more: object = {}) => ({
  id: id(number),
  own: true,
  scan_code: "scan",
  member_number: "ABCDE23456",
  role_id: null,
  role: null,
  party_role: "member",
  membership_program_id: null,
  membership_program: null,
  level_name: "Single",
  ticket_group_id: id(20),
  ticket_type_id: id(30),
  event_template_id: event,
  ticket_order_id: id(60),
  ticket_id: id(61),
  holder_name: "Ada Lovelace",
  holder_email: "ada@example.org",
  valid_from: "2025-12-01T12:00:00Z",
  valid_to: "2026-12-01T12:00:00Z",
  last_day: "2026-11-30",
  renewed_to: "2026-12-01T12:00:00Z",
  renewable_from: "2026-11-01",
  is_valid: true,
  is_expired: false,
  is_renewable: true,
  auto_renew_state: "none",
  auto_renew_trouble: null,
  benefits: {},
  member_event_purchase_limit: -1,
  physical_card: false,
  editable: true,
  ...more,
});

type Answer = { status: number; body: unknown };
export const ok = (body: unknown): Answer => ({ status: 200, body });
export const refusedReply = (status: number, code: string, description: string, extra: object = {}): Answer => ({
  status,
  body: { _data: [{ _code: code, _context: "membership", _description: description, _extra: extra }] },
});

export type MembershipServer = {
  groups: object[];
  types: object[];
  rules: object[];
  memberships: object[];
  cart: object;
  seller: object;
  reserve: () => Answer;
  /** Answers to other calls, by method and path. */
  more: Record<string, () => Answer>;
};

/** The fake server of a test and the calls that it received; new before each test. */
export let client: QueryClient;
export let server: MembershipServer;
export let requests: string[];
export let sent: { path: string; body: unknown }[];

const cookie = loggedInCookie("harbor");
export const setLoginCookie = (strength: "full" | "limited" | "none" = "full"): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- set by the server otherwise
  document.cookie = strength === "none" ? `${cookie}=; max-age=0` : `${cookie}=${strength}`;
};
export const withCart = (more: object): void => {
  savedStoreFor("harbor").change({ cart_id: id(70), local_expiry: Date.now() + 600_000 });
  server.cart = { ...server.cart, ...more };
};

beforeEach(() => {
  setLoginCookie("none");
  clearGuestChoice("harbor");
  savedStoreFor("harbor").change({ cart_id: null, local_expiry: null, auto_renew: false });
  client = createQueryClient();
  requests = [];
  sent = [];
  server = {
    groups: [single],
    types: [person(30, "Member", id(20), "90")],
    rules: [rule(id(30))],
    memberships: [],
    cart: { ...cart, membership_action: null, giftee: null },
    seller: { ...seller, web: { membership_event_id: event } },
    reserve: () => ok({ cart: { _data: [server.cart] }, ticket: { _data: [] } }),
    more: {},
  };
  setFetcher(async (path, init) => {
    const [place = "", query = ""] = path.split("?");
    requests.push(`${init.method} ${place}${query.includes("ticket_type.id._in") ? "?types" : ""}`);
    if (init.body) sent.push({ path: place, body: JSON.parse(init.body) });
    const { status, body } = answer(init.method, place);
    return new Response(JSON.stringify(body), { status });
  });
});

const user = {
  id: id(80),
  identity: { id: id(80), first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" },
  strength: "full",
  has_password: true,
  needs_email: false,
};

const answer = (method: string, path: string): Answer => {
  const other = server.more[`${method} ${path.replace(/^\/(?:cached_)?api/, "")}`];
  if (other) return other();
  if (path.endsWith("/membership_rules")) return ok({ membership_rules: { _data: server.rules } });
  if (path.endsWith("/my/user")) return ok({ user: { _data: [user] } });
  if (path.endsWith("/my/membership")) return ok({ membership: { _data: server.memberships } });
  if (path.endsWith("/giftee")) return ok({ identity_id: id(81) });
  if (method === "DELETE") return ok({ deleted: true });
  if (path.endsWith("/modify")) return server.reserve();
  if (path.includes("/my/cart")) return ok({ cart: { _data: [server.cart] }, ticket: { _data: [] } });
  if (path.endsWith(`/events/${event}`))
    return ok({
      event_template: { _data: [template] },
      ticket_group: { _data: server.groups },
      ticket_type: { _data: server.types },
      message_rule: { _data: [] },
    });
  return { status: 404, body: refusal("not_found", "general", `nothing at ${path}`) };
};

/** Waits until replies are shown. One reply may lead to another call a moment later. */
export const settle = async () => {
  let before = -1;
  for (let quiet = 0; quiet < 3;) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 12)));
    const isBusy = client.isFetching() + client.isMutating() > 0 || requests.length !== before;
    before = requests.length;
    quiet = isBusy ? 0 : quiet + 1;
  }
};

export const showAt = async (path: string, node: ReactNode): Promise<void> => {
  history.replaceState(null, "", `/harbor${path}`);
  show(
    <BootProvider boot={{ ...boot, seller: server.seller as BootData["seller"] }}>
      <QueryClientProvider client={client}>
        <Router base="/harbor">
          <Announcer>
            <ModalStack>{node}</ModalStack>
          </Announcer>
        </Router>
      </QueryClientProvider>
    </BootProvider>,
  );
  await settle();
};
export const openMemberships = (action?: string, search = ""): Promise<void> =>
  showAt(
    `/events/${event}${action ? `/${action}` : ""}${search}`,
    <EventPage eventId={event} action={action} Membership={MembershipForm} />,
  );

export const pageText = (): string => (document.body.textContent ?? "").replaceAll("\u00a0", " ");
export const choose = async (element: HTMLElement): Promise<void> => {
  press(element);
  await settle();
};
/** The control with this label, without the part before a dash, which is for screen readers. */
export const field = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll("label")].find((one) => one.textContent.trim() === label);
  const control = found && (found.control ?? document.getElementById(found.htmlFor));
  if (!control) throw new Error(`no field ${label}`);
  return control as HTMLInputElement;
};
export const fill = (label: string, text: string): void => type(field(label), text);
export const pick = async (label: string, value: string): Promise<void> => {
  const select = field(label) as unknown as HTMLSelectElement;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, value);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
};
export const send = (): Promise<void> =>
  choose(document.querySelector<HTMLElement>('form button[type="submit"]') as HTMLElement);
export const dialog = (): HTMLDialogElement | null => document.querySelector("dialog[open]:not([data-leaving])");
export const inDialog = (word: string): HTMLElement => {
  const found = [...(dialog()?.querySelectorAll<HTMLElement>("button, a") ?? [])].find(
    (one) => one.textContent.trim() === word,
  );
  if (!found) throw new Error(`no ${word} in the dialog`);
  return found;
};
/** The body of the last change of a cart. */
export const lastReservation = (): { add: Record<string, unknown>[] } & Record<string, unknown> => {
  const last = sent.findLast(({ path }) => path.endsWith("/modify"));
  if (!last) throw new Error("no cart was changed");
  return last.body as { add: Record<string, unknown>[] };
};
