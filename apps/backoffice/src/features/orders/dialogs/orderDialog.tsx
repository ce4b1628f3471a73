import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { auditActions, type AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { DeskOrder, DeskTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import type { DeskQuote } from "@foyer/contract/office/orders/deskActions.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { CallError } from "../../../shared/call.ts";
import { changedFieldsText } from "../../../shared/describeRefusal.ts";
import { count, formatMoment, formatMoney } from "../../../shared/format/format.ts";
import { LoadState, type LoadStateProps } from "../../../shared/LoadState.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { queryClient } from "../../../shared/queries.ts";
import { useToast } from "../../../shared/Toast.tsx";
import type { OrderAddress } from "../preparedAction.ts";
import { nameOf } from "../ticketName.ts";
import { refundedEarlier } from "./quoteSums.ts";
import css from "./orderDialog.module.css";

export type OrderDialogProps = {
  readonly order: DeskOrder;
  readonly slug: string;
  /** The tickets of the action: the chosen ones, or all booked ones. */
  readonly tickets: readonly DeskTicket[];
  readonly can: (permission: Permission) => boolean;
  /** What a colleague has filled in. */
  readonly prepared: OrderAddress;
  readonly onClose: () => void;
};

/** The number in the path of a call is text; the contract parses it. */
export const pathOf = ({ order_number }: DeskOrder) => ({ order_number: String(order_number) });

const refresh = (slug: string, { order_number }: DeskOrder) =>
  queryClient.invalidateQueries({ queryKey: ["order", slug, String(order_number)] });

/**
 * Makes a change of an order, closes the dialog and confirms it. If the order was changed since, the refusal says by whom
 * and the order is read again. The input stays, and the next attempt is based on what is then shown.
 */
export const useOrderAction = (
  { order, slug, onClose }: Pick<OrderDialogProps, "order" | "slug" | "onClose">,
  done: string,
  work: () => Promise<unknown>,
) => {
  const toast = useToast();
  return useAction(
    async () => {
      try {
        await work();
      } catch (error) {
        if (error instanceof CallError && error.code === "stale_version") await refresh(slug, order);
        throw error;
      }
      await refresh(slug, order);
      onClose();
      toast({ text: done });
    },
    (error) => describe(error, order),
  );
};

const describe = ({ code, message, extra }: CallError, { timezone, currency }: DeskOrder): string => {
  const { left, changed_by, changed_at, change, until, rule } = extra;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  if (code === "stale_version" && text(changed_at) !== "") {
    const sentence = (auditActions[text(change) as AuditAction] ?? { sentence: "changed {thing}" }).sentence;
    const what = sentence.replace("{thing}", "this order");
    return `${text(changed_by) || "Somebody"} ${what} at ${formatMoment(text(changed_at), timezone)}${changedFieldsText(extra)}. It is shown as it is now; check it and try again.`;
  }
  if (text(left) !== "") return `${message} ${formatMoney(text(left), currency)} can still be refunded.`;
  if (code === "policy_refuses")
    return `${message} (${ruleName(text(rule))}${text(until) === "" ? "" : `, until ${formatMoment(text(until), timezone)}`})`;
  return message;
};

const rules: Readonly<Record<string, string>> = {
  past_horizon: "too late by its rules",
  past: "the visit is over",
  not_changeable: "not offered by its rules",
  sold_out: "its session is sold out",
  redeemed: "already used",
  cancelled: "already cancelled",
  waive_fee: "no fee is kept",
  keep_all: "nothing goes back",
  waives_difference: "the difference is waived",
  oversells: "the session is full",
};
export const ruleName = (rule: string): string => rules[rule] ?? rule.replaceAll("_", " ");

/** The reason for an action; it is stored with the order. */
export function ReasonField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <Field label="Reason" hint="Stored with the order, for staff." required>
      <TextInput value={value} maxLength={500} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

const longestRule = Object.values(rules).reduce((longest, name) => (name.length > longest.length ? name : longest));

type PolicyNoteProps = {
  /** Null if the policy allows the action, undefined until that is known. */
  readonly beyond: DeskQuote["beyond_policy"] | undefined;
  /** Whether the reader may go beyond the policy. */
  readonly mayOverride: boolean;
};

/** Whether the policy of the order allows an action. Every text takes the space of the longest, so that nothing moves. */
export function PolicyNote({ beyond, mayOverride }: PolicyNoteProps) {
  const beyondText = (rule: string): string =>
    `Beyond the policy of this order: ${rule}. ${mayOverride ? "It is written to the audit log." : "You need a manager for this."}`;
  return (
    <div className={css.policy}>
      <div aria-hidden>
        <Banner>{beyondText(longestRule)}</Banner>
      </div>
      {beyond === null && <Banner>Within the policy of this order.</Banner>}
      {beyond && <Banner tone="warning">{beyondText(ruleName(beyond.rule))}</Banner>}
    </div>
  );
}

export const useReason = () => useState("");

/** Names tickets by their ids, with their events. */
export const ticketNames = (tickets: readonly DeskTicket[], ids: readonly string[]): string =>
  tickets
    .filter(({ id }) => ids.includes(id))
    .map(({ event, ...ticket }) => `${nameOf(ticket)} (${event})`)
    .join(", ");

type QuoteProps = {
  readonly quote: DeskQuote;
  readonly order: Pick<DeskOrder, "currency" | "tickets">;
  /** The caller names the dependent tickets itself, with a choice. */
  readonly hasOwnAlong?: boolean;
  readonly mayOverride: boolean;
  /** The price of new tickets. */
  readonly added?: string;
  readonly children?: ReactNode;
};

/** Reserves the space for a quote until it is loaded. */
export function AwaitedQuote({ query, mayOverride }: Pick<LoadStateProps, "query"> & Pick<QuoteProps, "mayOverride">) {
  return (
    <>
      <div className={css.quote} data-awaited>
        <LoadState query={query} skeleton="text" count={2} />
      </div>
      <PolicyNote beyond={undefined} mayOverride={mayOverride} />
    </>
  );
}

/** The effects of an action, in numbers, before it is done. */
export function Quote({
  quote,
  order: { currency, tickets: all },
  hasOwnAlong = false,
  mayOverride,
  added = "0",
  children,
}: QuoteProps) {
  const { tickets, along, value, fee, refunds, gift_card, beyond_policy } = quote;
  const money = (amount: string): string => formatMoney(amount, currency);
  const earlier = refundedEarlier(quote, { added, currency });
  const list = useRef<HTMLDListElement>(null);
  // Amounts with fewer or shorter lines take no less space than those before, so that nothing below moves.
  useLayoutEffect(() => {
    if (list.current) list.current.style.minBlockSize = `${list.current.offsetHeight}px`;
  });
  return (
    <>
      <dl ref={list} className={css.quote}>
        <Line name={`${count(tickets.length, "ticket")}, paid for`} value={money(value)} />
        <Line name="Kept" value={money(fee)} />
        {earlier !== "0" && <Line name="Refunded earlier" value={money(earlier)} />}
        {children}
        {refunds.map(({ means, amount }) => (
          <Line
            key={means ?? ""}
            name={`Goes back to ${means ?? "the original payment"}`}
            value={money(amount)}
            isTotal
          />
        ))}
        {gift_card !== "0" && <Line name="New gift card" value={money(gift_card)} isTotal />}
        {refunds.length === 0 && gift_card === "0" && <Line name="Goes back" value={money("0")} isTotal />}
      </dl>
      {along.length > 0 && !hasOwnAlong && (
        <Banner>
          {count(along.length, "ticket")} cannot stay without these and will go along: {ticketNames(all, along)}.
        </Banner>
      )}
      <PolicyNote beyond={beyond_policy} mayOverride={mayOverride} />
    </>
  );
}

export function Line({
  name,
  value,
  isTotal,
}: {
  readonly name: string;
  readonly value: string;
  readonly isTotal?: boolean;
}) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
