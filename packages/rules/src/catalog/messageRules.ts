import type { Day } from "@foyer/contract/basics.ts";
import type { MessageRule } from "@foyer/contract/shop/catalog.ts";
import { weekdayOf } from "../dates/localTime.ts";

export type MessageAction = keyof MessageRule["actions"];

/** A quantity of selected tickets, for quantity triggers. */
export type SelectedTicket = {
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  readonly type_name: string;
  readonly group_name: string;
  readonly quantity: number;
};

/** What is known when messages are evaluated. A trigger that depends on an unknown value does not match. */
export type MessageContext = {
  readonly day?: Day | undefined;
  readonly time?: string | undefined;
  readonly chosen?: readonly SelectedTicket[] | undefined;
};

/** The texts of one action, without duplicates, in the order of the rules. All triggers of a rule must match. */
export const messagesFor = (
  rules: readonly MessageRule[],
  action: MessageAction,
  occasion: MessageContext,
): readonly string[] => {
  const texts = rules
    .filter((rule) => rule.actions[action] && triggersMatch(rule.triggers, occasion))
    .map((rule) => rule.actions[action] ?? "");
  return [...new Set(texts)];
};

const triggersMatch = ({ dateOrSession, quantity }: MessageRule["triggers"], occasion: MessageContext): boolean =>
  (!dateOrSession || matchesDate(dateOrSession, occasion)) &&
  (!quantity || matchesQuantity(quantity, occasion.chosen ?? []));

const matchesDate = (
  { dateInterval, weekdays, time_of_day }: NonNullable<MessageRule["triggers"]["dateOrSession"]>,
  { day, time }: MessageContext,
): boolean => {
  if (dateInterval && !isBetween(day, dateInterval)) return false;
  if (weekdays && !(day !== undefined && weekdays.includes(weekdayOf(day)))) return false;
  return !time_of_day || isBetween(time, time_of_day);
};

/** Inclusive range; a missing bound is open. Days and times are compared as text. */
const isBetween = (
  value: string | undefined,
  { start, end }: { readonly start?: string | undefined; readonly end?: string | undefined },
): boolean => value !== undefined && (start === undefined || value >= start) && (end === undefined || value <= end);

const matchesQuantity = (
  trigger: NonNullable<MessageRule["triggers"]["quantity"]>,
  chosen: readonly SelectedTicket[],
): boolean => {
  const counted = chosen.filter(
    (ticket) =>
      matchesIdOrName(
        ticket.ticket_group_id,
        ticket.group_name,
        trigger.ticket_group_ids,
        trigger.ticket_group_names,
      ) && matchesIdOrName(ticket.ticket_type_id, ticket.type_name, trigger.ticket_type_ids, trigger.ticket_type_names),
  );
  const count = counted.reduce((sum, ticket) => sum + ticket.quantity, 0);
  // Without a minimum a rule still requires one selected ticket.
  return count >= (trigger.min ?? 1) && count <= (trigger.max ?? Infinity);
};

/** Matches by id or name, in any case; without either list everything matches. */
const matchesIdOrName = (
  id: string,
  name: string,
  ids: readonly string[] | undefined,
  names: readonly string[] | undefined,
): boolean =>
  (!ids && !names) ||
  (ids?.includes(id) ?? false) ||
  (names?.some((one) => one.toLowerCase() === name.toLowerCase()) ?? false);
