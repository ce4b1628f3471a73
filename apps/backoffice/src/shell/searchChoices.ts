import { count, formatMoney, formatVisit } from "../shared/format.ts";
import type { Screen } from "./screens.ts";
import type { Found } from "./useSearch.ts";

/** Where a result leads: an order, a list of orders, or a screen. */
export type Goal =
  | { readonly kind: "order"; readonly number: number }
  | { readonly kind: "orders"; readonly search: Readonly<Record<string, string>> }
  | { readonly kind: "gift_card"; readonly id: string }
  | { readonly kind: "member"; readonly id: string }
  | { readonly kind: "screen"; readonly to: Screen["to"] };

export type Choice = { readonly key: string; readonly label: string; readonly hint: string; readonly goal: Goal };
export type FoundGroup = { readonly name: string; readonly choices: readonly Choice[] };

/** Orders that the palette shows; the list has the others. */
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
    goal: orders === 1 ? { kind: "order", number: order_number } : { kind: "orders", search: { q: email } },
  }));

const memberStates = { active: "in force", ended: "ended", cancelled: "cancelled" } as const;

const memberChoices = ({ people }: Found): readonly Choice[] =>
  (people?.members ?? []).map(({ id, member_number, name, level, state }) => ({
    key: `member-${id}`,
    label: name === "" ? member_number : `${name} ${member_number}`,
    hint: `${level}, ${memberStates[state]}`,
    goal: { kind: "member", id },
  }));

const eventChoices = ({ catalogue }: Found): readonly Choice[] =>
  (catalogue?.events ?? []).map(({ id, name, is_retired }) => ({
    key: `event-${id}`,
    label: name,
    hint: is_retired ? "No longer sold · its orders" : "Its orders",
    goal: { kind: "orders", search: { event_template_id: id } },
  }));

const sessionChoices = ({ catalogue }: Found): readonly Choice[] =>
  (catalogue?.sessions ?? []).map(({ id, event, ...visit }) => ({
    key: `session-${id}`,
    label: `${formatVisit(visit)} ${event}`,
    hint: "Its orders",
    goal: { kind: "orders", search: { event_session_id: id } },
  }));

const codeChoices = ({ codes = [] }: Found): readonly Choice[] =>
  codes.map(({ id, code, group, used, max_uses }) => ({
    key: `code-${id}`,
    label: code,
    hint: `${group} · used ${max_uses === null ? used : `${used} of ${max_uses}`}`,
    goal: { kind: "orders", search: { q: code } },
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

/** What was found, by kind. */
export const searchChoices = (found: Found, screens: readonly Screen[]): readonly FoundGroup[] =>
  [
    { name: "Orders", choices: orderChoices(found) },
    { name: "People", choices: personChoices(found) },
    { name: "Members", choices: memberChoices(found) },
    { name: "Events", choices: eventChoices(found) },
    { name: "Sessions", choices: sessionChoices(found) },
    { name: "Codes", choices: codeChoices(found) },
    { name: "Gift cards", choices: giftCardChoices(found) },
    { name: "Screens", choices: screenChoices(found, screens) },
  ].filter(({ choices }) => choices.length > 0);
