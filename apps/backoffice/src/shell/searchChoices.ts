import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { count, formatMoney, formatVisit } from "../shared/format/format.ts";
import type { Screen } from "./screens.ts";
import type { Found } from "./useSearch.ts";

/** The target of a result: its own screen, or a list of orders. */
export type Goal =
  | { readonly kind: "order" | "person"; readonly number: number }
  | { readonly kind: "orders"; readonly search: Readonly<Record<string, string>> }
  | { readonly kind: "gift_card" | "member" | "code"; readonly id: string }
  | { readonly kind: "event" | "sessions"; readonly key: string }
  | { readonly kind: "screen"; readonly to: Screen["to"] };

export type Choice = { readonly key: string; readonly label: string; readonly hint: string; readonly goal: Goal };
export type FoundGroup = { readonly name: string; readonly choices: readonly Choice[] };

/** The maximum number of orders shown; the list has the rest. */
const mostOrders = 8;

const orderChoices = ({ orders }: Found): readonly Choice[] =>
  (orders?.orders ?? []).slice(0, mostOrders).map((order) => ({
    key: `order-${order.order_number}`,
    label: `${order.order_number} ${order.purchaser}`,
    hint: [order.events.join(", "), order.visit && formatVisit(order.visit)].filter(Boolean).join(" · "),
    goal: { kind: "order", number: order.order_number },
  }));

const personChoices = ({ people }: Found): readonly Choice[] =>
  (people?.people ?? []).map(({ name, email, orders, order_number }) => ({
    key: `person-${email}`,
    label: name,
    hint: `${email} · ${count(orders, "order")}`,
    goal: { kind: "person", number: order_number },
  }));

const memberStates = { active: "in force", ended: "ended", cancelled: "cancelled" } as const;

const memberChoices = ({ people }: Found): readonly Choice[] =>
  (people?.members ?? []).map(({ id, member_number, name, level, state }) => ({
    key: `member-${id}`,
    label: name === "" ? member_number : `${name} ${member_number}`,
    hint: `${level}, ${memberStates[state]}`,
    goal: { kind: "member", id },
  }));

/** The orders of an event, for readers who can see them, or else the event. A retired event has no screen. */
const eventChoices = ({ catalogue }: Found, readsOrders: boolean): readonly Choice[] =>
  (catalogue?.events ?? [])
    .filter(({ is_retired }) => readsOrders || !is_retired)
    .map(({ id, key, name, is_retired }) => ({
      key: `event-${id}`,
      label: name,
      hint: readsOrders ? (is_retired ? "No longer sold · show its orders" : "Its orders") : "",
      goal: readsOrders ? { kind: "orders", search: { event_template_id: id } } : { kind: "event", key },
    }));

const sessionChoices = ({ catalogue }: Found, readsOrders: boolean): readonly Choice[] =>
  (catalogue?.sessions ?? []).map(({ id, event, event_key, ...visit }) => ({
    key: `session-${id}`,
    label: `${formatVisit(visit)} ${event}`,
    hint: readsOrders ? "Its orders" : "The event's sessions",
    goal: readsOrders ? { kind: "orders", search: { event_session_id: id } } : { kind: "sessions", key: event_key },
  }));

const codeChoices = ({ codes = [] }: Found, readsOrders: boolean): readonly Choice[] =>
  codes.map(({ id, code, group, used, max_uses }) => ({
    key: `code-${id}`,
    label: code,
    hint: `${group} · used ${max_uses === null ? used : `${used} of ${max_uses}`}`,
    goal: readsOrders ? { kind: "orders", search: { q: code } } : { kind: "code", id },
  }));

const giftCardChoices = ({ giftCards = [] }: Found): readonly Choice[] =>
  giftCards.map(({ id, ending, balance, currency, is_active }) => ({
    key: `gift-card-${id}`,
    label: `Gift card …${ending}`,
    hint: `${formatMoney(balance, currency)} left${is_active ? "" : ", not active"}`,
    goal: { kind: "gift_card", id },
  }));

const screenChoices = ({ q }: Found, screens: readonly Screen[]): readonly Choice[] =>
  screens
    .filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
    .map(({ label, to }) => ({ key: to, label, hint: "", goal: { kind: "screen", to } }));

/** The kind whose full number was typed or scanned: its first result is the exact match. */
const meantKind = ({ orders, people, giftCards = [], q }: Found): string => {
  const isOrderNumber = /^#?\d+$/.test(q) && orders?.exact === Number(q.replace("#", ""));
  if (isOrderNumber) return "Orders";
  if (giftCards.length === 1) return "Gift cards";
  return people?.exact != null ? "Members" : "Orders";
};

/** The results by kind. Enter opens the first of all, so the kind of an exact match comes first. */
export const searchChoices = (
  found: Found,
  screens: readonly Screen[],
  permissions: readonly Permission[],
): readonly FoundGroup[] => {
  const readsOrders = permissions.includes("order.read");
  const groups = [
    { name: "Orders", choices: orderChoices(found) },
    { name: "People", choices: personChoices(found) },
    { name: "Members", choices: memberChoices(found) },
    { name: "Events", choices: eventChoices(found, readsOrders) },
    { name: "Sessions", choices: sessionChoices(found, readsOrders) },
    { name: "Codes", choices: codeChoices(found, readsOrders) },
    { name: "Gift cards", choices: giftCardChoices(found) },
    { name: "Screens", choices: screenChoices(found, screens) },
  ].filter(({ choices }) => choices.length > 0);
  const meant = meantKind(found);
  return groups.toSorted((one, other) => Number(other.name === meant) - Number(one.name === meant));
};
