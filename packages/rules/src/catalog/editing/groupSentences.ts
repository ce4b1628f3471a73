import type { Day } from "@foyer/contract/basics.ts";
import { resolveRelativeDay } from "../../schedule/relativeDates.ts";

/** The limits of a ticket group as written in the catalogue; a draft may contain anything. */
export type WrittenGroup = Readonly<Record<string, unknown>>;

/**
 * Describes to the editor what a group's limits, sales window, visibility and payment plan mean for buyers: one sentence
 * for each setting. `today` is the day at the venue.
 */
export const groupSentences = (group: WrittenGroup, today: Day): readonly string[] =>
  [onSale(group), window(group, today), ordered(group), places(group), seen(group), paid(group)].filter(
    (sentence) => sentence !== undefined,
  );

const wholeOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) ? value : undefined;
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const tickets = (count: number): string => (count === 1 ? "1 ticket" : `${count} tickets`);

const onSale = ({ available }: WrittenGroup): string | undefined =>
  available === false ? "Buyers do not see this group: it is not on sale." : undefined;

type WrittenMoment = { readonly text: string; /** 'YYYY-MM-DD HH:MM' */ readonly moment?: string };

/** A moment of the format, with its day if it is written as one that is counted: 'month+1 12:00'. */
const momentOf = (value: unknown, today: Day): WrittenMoment | undefined => {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const [, written = "", time] = /^(.+) (\d\d:\d\d)$/.exec(text) ?? [];
  const day = written === "" ? undefined : resolveRelativeDay(written, today);
  if (day === undefined) return { text };
  const moment = `${day} ${time}`;
  return { moment, text: day === written ? text : `${moment} (${written} as of today)` };
};

const window = (group: WrittenGroup, today: Day): string | undefined => {
  const [from, until] = [momentOf(group["sales_start"], today), momentOf(group["sales_end"], today)];
  // An error says that it ends before it begins.
  if (from?.moment !== undefined && until?.moment !== undefined && until.moment <= from.moment) return undefined;
  const [start, end] = [from?.text, until?.text];
  if (start !== undefined && end !== undefined) return `It is sold from ${start} until ${end}, on the venue’s clock.`;
  if (start !== undefined) return `It is sold from ${start} on, on the venue’s clock.`;
  return end === undefined ? undefined : `It is sold until ${end}, on the venue’s clock.`;
};

const ordered = (group: WrittenGroup): string | undefined => {
  const least = wholeOf(group["min_tickets_per_order"]) ?? 1;
  const most = wholeOf(group["max_tickets_per_order"]) ?? -1;
  if (most === 0) return "Nobody can buy it: an order may have none of it.";
  if (most > 0 && least > most) return undefined;
  if (most < 0) return least > 1 ? `An order has at least ${tickets(least)} of it.` : undefined;
  if (least === most) return `An order has ${tickets(most)} of it, no more and no fewer.`;
  return least > 1
    ? `An order has ${least} to ${tickets(most)} of it.`
    : `An order has at most ${tickets(most)} of it.`;
};

const places = (group: WrittenGroup): string | undefined => {
  const capacity = wholeOf(group["capacity"]);
  if (capacity === undefined || capacity < 0) return undefined;
  return `It sells at most ${tickets(capacity)} across all sessions, even if a session has places left.`;
};

const seen = ({ hidden_type }: WrittenGroup): string | undefined => {
  if (hidden_type === "public_member_only") return "Only members who have logged in can buy it.";
  return hidden_type === "public_link_only" ? "Only people with its link see it." : undefined;
};

const paid = ({ payment_plan }: WrittenGroup): string | undefined => {
  if (!Array.isArray(payment_plan) || payment_plan.length < 2) return undefined;
  const parts = payment_plan.map((part: unknown) => {
    const { percent, due_days } = (part ?? {}) as { percent?: unknown; due_days?: unknown };
    const share = `${typeof percent === "number" || typeof percent === "string" ? percent : "…"}%`;
    if (due_days === undefined) return `${share} at the purchase`;
    return `${share} ${Number(due_days) === 1 ? "a day" : `${wholeOf(due_days) ?? "…"} days`} later`;
  });
  return `Buyers may pay ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}; they get their tickets when they have paid the last part.`;
};
