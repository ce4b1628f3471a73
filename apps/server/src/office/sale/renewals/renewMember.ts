import type { renewMember } from "@foyer/contract/office/members/renewMember.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { pause } from "../../../db/faultPoints.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { lockCheckoutCart } from "../../../modules/checkout/batch/lockCheckout.ts";
import { lockTermToRenew, planRenewal, type RenewalPlan } from "../../../modules/renewals/byStaff/planRenewal.ts";
import { closingWhereRefused, nameRecipient } from "../../comps/makeComp.ts";
import { memberEntity, requireCardMember } from "../../members/memberTransaction.ts";
import { bookCounterSale } from "../bookCounterSale.ts";
import { needsTill, type CounterTenders } from "../counterTenders.ts";
import { countingGuesses } from "../countingGuesses.ts";
import { holdForSale } from "../holdForSale.ts";
import { memberContext } from "../members/counterMember.ts";
import { sellToMember } from "../members/sellToMember.ts";
import { requireOpenTill } from "../tills/requireTill.ts";

type Sent = StaffReceived<typeof renewMember>;
type Reply = StaffReply<typeof renewMember>;

/**
 * Renews a membership at the counter: holds the next term as its holder would, then takes the payment and creates the order
 * in one transaction. If it is refused, nothing stays held or charged.
 */
export const renewAtCounter = (ctx: StaffContext, sent: Sent): Promise<Reply> => {
  const sale = { id: sent.renewal_id, field: "renewal_id", action: "member.renewed" } as const;
  return sellToMember(ctx, { sale, sent }, (paid) => holdAndBook(ctx, sent, paid));
};

const holdAndBook = async (ctx: StaffContext, sent: Sent, paid: CounterTenders): Promise<Reply> => {
  const plan = await planRenewal(ctx, sent.membership_id);
  const { holder_id, request } = plan;
  const holder = memberContext(ctx, holder_id);
  const cart_id = await holdForSale(holder, request);
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
    // Locked first, so that sales of one till are serialised and none comes after its count.
    const till = needsTill(paid) ? await requireOpenTill(ctx) : undefined;
    // Carts are locked before memberships, as everywhere: a merge of the holder may have locked the cart and be waiting for
    // the term.
    await lockCheckoutCart(ctx, cart_id);
    await lockTermToRenew(ctx, plan);
    await pause("member_renewal_locked");
    await requireCardMember(ctx, sent.membership_id, sent.version);
    await nameRecipient(ctx, cart_id, plan.holder);
    const { reply, sold, order_number } = await bookCounterSale(ctx, holder, {
      id: sent.renewal_id,
      cart_id,
      paid,
      means: sent.means,
      till,
    });
    await audit(ctx, {
      action: "member.renewed",
      entity: memberEntity(sent.membership_id),
      after: { ...sold, order_number, people: plan.party.length },
    });
    return reply;
  });
