import type { Day } from "@foyer/contract/basics.ts";
import type { MessageRule } from "@foyer/contract/shop/catalog.ts";
import { weekdayOf } from "../values/localTime.ts";

export type MessageAction = keyof MessageRule["actions"];

/** Tickets chosen so far, as quantity triggers look at them. */
export type SelectedTicket = {
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  readonly type_name: string;
  readonly group_name: string;
  readonly quantity: number;
};

/** What is known when a text is due. A trigger about something that is not known yet does not hold. */
export type MessageContext = {
  readonly day?: Day | undefined;
  readonly time?: string | undefined;
  readonly chosen?: readonly SelectedTicket[] | undefined;
};

/** The texts of one action for an occasion, each once, in the order of the rules. All triggers that a rule gives must hold. */
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

/** Both ends belong to it; an end that is not given is open. Days and times as text compare as they follow. */
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
  // A rule that says nothing of a minimum still speaks of tickets that were chosen.
  return count >= (trigger.min ?? 1) && count <= (trigger.max ?? Infinity);
};

/** By id or by name; where neither list is given everything is meant. */
const matchesIdOrName = (
  id: string,
  name: string,
  ids: readonly string[] | undefined,
  names: readonly string[] | undefined,
): boolean =>
  (!ids && !names) ||
  (ids?.includes(id) ?? false) ||
  (names?.some((one) => one.toLowerCase() === name.toLowerCase()) ?? false);
