import type { renewMember } from "@foyer/contract/office/members/renewMember.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { requireOnSale } from "../../../modules/cart/hold/requireOnSale.ts";
import { submitCartChange } from "../../../modules/cart/hold/reserveTickets.ts";
import { payAtCounter } from "../../../modules/checkout/counter/payAtCounter.ts";
import { findOrder } from "../../../modules/orders/readOrders.ts";
import { lockTermToRenew, planRenewal, type RenewalPlan } from "../../../modules/renewals/byStaff/planRenewal.ts";
import { closingWhereRefused, nameRecipient } from "../../comps/makeComp.ts";
import { memberEntity, requireCardMember } from "../../members/memberTransaction.ts";
import { findCounterSale, insertCounterSale } from "../counterSales.sql.ts";
import { counterTenders, needsTill, type CounterTenders } from "../counterTenders.ts";
import { countingGuesses } from "../countingGuesses.ts";
import { saleReply } from "../makeSale.ts";
import { memberContext } from "../members/counterMember.ts";
import { recordAtTill } from "../recordAtTill.ts";
import { refuseWithoutTill, requireOpenTill } from "../requireTill.ts";

type Sent = StaffReceived<typeof renewMember>;
type Reply = StaffReply<typeof renewMember>;

/**
 * Renews a membership at the counter: holds the next term as its holder would, then takes the money and makes the order in one
 * transaction. What is refused holds nothing and takes nothing. A renewal that was made is answered as it was.
 */
export const renewAtCounter = async (ctx: StaffContext, sent: Sent): Promise<Reply> => {
  const known = await knownRenewal(ctx, sent);
  if (known) return known;
  requireOnSale(ctx);
  const paid = counterTenders(sent.means, ctx.seller.default_currency_code);
  await requireCardMember(ctx, sent.membership_id, sent.version);
  if (needsTill(paid)) await refuseWithoutTill(ctx);
  try {
    return await holdAndBook(ctx, sent, paid);
  } catch (error) {
    const made = error instanceof Refused ? await knownRenewal(ctx, sent) : undefined;
    if (made) return made;
    throw error;
  }
};

/** The renewal of this id, if it was made: its entry in the audit log was written then. */
const knownRenewal = async (ctx: StaffContext, { renewal_id }: Sent): Promise<Reply | undefined> => {
  const sale = await findCounterSale(ctx, renewal_id);
  if (!sale) return undefined;
  if (sale.staff_id !== ctx.staff.id)
    throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["renewal_id"] } });
  ctx.audited.add("member.renewed");
  return saleReply(sale);
};

const holdAndBook = async (ctx: StaffContext, sent: Sent, paid: CounterTenders): Promise<Reply> => {
  const plan = await planRenewal(ctx, sent.membership_id);
  const { holder_id, request } = plan;
  const holder = memberContext(ctx, holder_id);
  const { cart } = await submitCartChange(holder, {
    access: "owner",
    add: [request],
    remove: [],
    channel_id: "box_office",
    campaign: {},
    extras: { ...noExtras, unattended: true },
  });
  const cart_id = cart._data[0]?.id;
  if (cart_id === undefined) throw new Error("The hold of a renewal has no cart");
  await pause("counter_sale_held");
  return closingWhereRefused(holder, cart_id, () =>
    countingGuesses(holder, paid, () => bookRenewal(ctx, holder, { cart_id, sent, paid, plan })),
  );
};

type Booking = {
  readonly cart_id: string;
  readonly sent: Sent;
  readonly paid: CounterTenders;
  readonly plan: RenewalPlan;
};

const bookRenewal = (
  staff: StaffContext,
  holder: RequestContext,
  { cart_id, sent, paid, plan }: Booking,
): Promise<Reply> =>
  changing(staff, async (ctx) => {
    // First: sales of one till take turns, and none comes after its count.
    const till = needsTill(paid) ? await requireOpenTill(ctx) : undefined;
    await lockTermToRenew(ctx, plan);
    await pause("member_renewal_locked");
    await requireCardMember(ctx, sent.membership_id, sent.version);
    await nameRecipient(ctx, cart_id, plan.holder);
    const { order_id, total, payments } = await payAtCounter({ ...holder, db: ctx.db }, cart_id, paid.tenders);
    if (till) await recordAtTill(ctx, till.id, { payments, tenders: paid.tenders });
    const { tendered, change } = paid;
    const till_id = till?.id ?? null;
    await insertCounterSale(ctx, { id: sent.renewal_id, ticket_order_id: order_id, till_id, total, tendered, change });
    const order = await findOrder(ctx, order_id);
    if (!order) throw new Error(`The renewal ${sent.renewal_id} has no order`);
    const { order_number, currency } = order;
    const means = sent.means.map(({ kind, amount }) => `${kind} ${amount}`);
    const after = { total: toDecimal(total, currency), means };
    await audit(ctx, { action: "order.sold", entity: { kind: "order", id: String(order_number) }, after });
    await audit(ctx, {
      action: "member.renewed",
      entity: memberEntity(sent.membership_id),
      after: { ...after, order_number, people: plan.party.length },
    });
    return saleReply({ order_number, staff_id: ctx.staff.id, total, change, currency });
  });
