import { toDecimal } from "@foyer/rules/values/money.ts";
import {
  changePlan,
  quotePlanChange,
  type ChangedPlan,
  type PlanChange,
} from "../../../modules/aftersale/venue/plan/changePlan.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { writeEntry } from "../../../modules/audit/audit.ts";
import { readCart } from "../../../modules/cart/read/readCart.ts";
import type { VenueNote } from "../../../modules/checkout/change/recordOrderChange.ts";
import type { CheckoutJobContext } from "../../../modules/checkout/context.ts";
import { cancelPlan } from "../../../modules/checkout/plan/cancelPlan.ts";
import { partPaidCart, planChanges } from "../../../modules/checkout/plan/schedule.sql.ts";
import type { CommandContext } from "../../command.ts";
import { commandScope } from "../../commandScope.ts";
import { moveOf } from "./moveOrder.ts";
import { listOf, noteOf, type Options } from "./options.ts";

type Asked = {
  readonly action: "show" | "cancel" | "move";
  readonly cart_number: number;
  readonly values: Options;
};
type Printed = Pick<CommandContext, "print" | "now">;
type PartPaidCart = { readonly id: string; readonly identity_id: string; readonly cart_number: number };

/** The transaction of a change of a plan, which records it in the seller's audit log. */
const auditedPlan =
  ({ cart_number }: PartPaidCart, action: "plan.moved" | "plan.cancelled", note: VenueNote): Within =>
  (ctx, work) =>
    transact(ctx, async (tx) => {
      const result = await work(tx);
      const { db, seller } = tx as typeof tx & CheckoutJobContext;
      const entity = { kind: "payment_plan", id: String(cart_number) } as const;
      await writeEntry(commandScope(db, seller.id), {
        action,
        entity,
        after: { by: note.made_by },
        reason: note.reason,
      });
      return result;
    });

/** `foyer orders SLUG show|cancel|move cart:CART`, for a cart that is paid in instalments. */
export const planCommand = async (
  ctx: CheckoutJobContext,
  context: Printed,
  { action, cart_number, values }: Asked,
): Promise<number> => {
  const found = await partPaidCart(ctx, cart_number);
  const cart = found && { ...found, cart_number };
  if (!cart) throw new Error(`There is no cart ${cart_number} of '${ctx.seller.slug}' that is partly paid.`);
  if (action === "show") return showPlan(ctx, context, cart);
  if (values["refund-to"] !== undefined || values["waive-fee"] || values["waive-difference"])
    throw new Error("A payment plan has no fee, and its instalments are refunded to their original payments.");
  if (action === "move")
    return change(ctx, context, { cart, values, wanted: { kind: "move", ...moveOf(values, context.now) } });
  if (values.to !== undefined)
    throw new Error("A payment plan has no fee, and its instalments are refunded to their original payments.");
  const ticket_ids = listOf(values.tickets);
  if (ticket_ids)
    return change(ctx, context, { cart, values, wanted: { kind: "cancel", now: context.now, ticket_ids } });
  return cancelWhole(ctx, context, { cart, values });
};

const cancelWhole = async (
  ctx: CheckoutJobContext,
  { print }: Printed,
  { cart, values }: { readonly cart: PartPaidCart; readonly values: Options },
): Promise<number> => {
  if (!values.confirm) {
    print(
      "Every instalment is refunded, and the tickets return to stock. Nothing was changed. To cancel, repeat with --confirm.",
    );
    return 0;
  }
  const note = noteOf(values);
  const within = auditedPlan(cart, "plan.cancelled", note);
  const { refunded, disputed, currency } = await cancelPlan(ctx, cart.id, { ...note, within });
  print(`refund\t${toDecimal(refunded, currency)} ${currency}`);
  if (disputed > 0) print(`disputed, not refunded\t${toDecimal(disputed, currency)} ${currency}`);
  print("Cancelled.");
  return 0;
};

type AskedChange = { readonly cart: PartPaidCart; readonly values: Options; readonly wanted: PlanChange };

const change = async (
  ctx: CheckoutJobContext,
  { print }: Printed,
  { cart, values, wanted }: AskedChange,
): Promise<number> => {
  const note = values.confirm ? noteOf(values) : undefined;
  const bought = { cart_id: cart.id, owner_identity_id: cart.identity_id };
  const changed = note
    ? await changePlan(ctx, bought, {
        ...wanted,
        note,
        within: auditedPlan(cart, wanted.kind === "move" ? "plan.moved" : "plan.cancelled", note),
      })
    : await quotePlanChange(ctx, bought, wanted);
  for (const line of linesOf(changed, ctx.seller.default_currency_code)) print(line);
  const [done, action] = wanted.kind === "move" ? ["Moved.", "move the tickets"] : ["Cancelled.", "cancel"];
  print(note ? done : `Nothing was changed. To ${action}, repeat with --confirm.`);
  return 0;
};

const linesOf = (
  { removed, before, price, paid, refund, instalments, isPaid }: ChangedPlan,
  currency: string,
): readonly string[] => {
  const line = (what: string, amount: number): string => `${what}\t${toDecimal(amount, currency)} ${currency}`;
  return [
    `${removed.length} ${removed.length === 1 ? "ticket" : "tickets"}: ${removed.join(", ")}`,
    line("price before", before),
    line("price", price),
    line("paid", paid),
    ...(refund > 0 ? [line("refund", refund)] : []),
    ...(isPaid
      ? ["Nothing is left to pay: the order is complete."]
      : instalments.map(({ due_date, amount }) => line(due_date, amount))),
  ];
};

const showPlan = async (ctx: CheckoutJobContext, { print }: Printed, { id }: PartPaidCart): Promise<number> => {
  const { cart, ticket } = await readCart(ctx, id);
  const [found] = cart._data;
  if (!found) throw new Error(`The cart ${id} does not exist.`);
  print(`Cart ${found.cart_number}, still to pay ${found.outstanding_balance} ${found.currency}`);
  const types = found.lines.flatMap((line) =>
    line.types.map((type) => ({ ...type, event_name: line.name, start: line.start_datetime })),
  );
  for (const { id: ticket_id, state } of ticket._data) {
    const type = types.find(({ ticket_ids }) => ticket_ids.includes(ticket_id));
    if (!type) continue;
    const start = type.start === null ? "no date" : `${type.start.slice(0, 16)}Z`;
    print([ticket_id, type.event_name, type.name, start, state].join("\t"));
  }
  for (const { due_date, amount } of found.scheduled_payments) print(`due ${due_date}\t${amount} ${found.currency}`);
  for (const { created_at, kind, tickets, reason, made_by } of await planChanges(ctx, id))
    print(
      `${created_at.slice(0, 16)}Z\t${kind}, ${tickets} ${tickets === 1 ? "ticket" : "tickets"}\t${made_by ?? "erased"}: ${reason ?? "erased"}`,
    );
  return 0;
};
