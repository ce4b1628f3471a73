import type { addMemberCard } from "@foyer/contract/office/members/memberActions.ts";
import type { MemberEmails, previewAddedCardEmail } from "@foyer/contract/office/members/memberEmails.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { changedHolder, type OnCard } from "@foyer/rules/membership/party/changedHolder.ts";
import { judgeAddedCard, judgeRemovedCard, type PlaceProblem } from "@foyer/rules/membership/party/changedParty.ts";
import { newId } from "../../db/newId.ts";
import { pause } from "../../db/faultPoints.ts";
import { rolledBack } from "../../db/rolledBack.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { recordOrderChange } from "../../modules/checkout/change/recordOrderChange.ts";
import { lockOrder } from "../../modules/checkout/change/lockOrder.ts";
import {
  addCard,
  lockChangeableParty,
  partyOfCard,
  peopleByType,
  type PartyCardRow,
} from "../../modules/membership/cards/addCard.ts";
import { sendCard } from "../../modules/membership/cards/sendCard.ts";
import { membershipNotFound } from "../../modules/membership/cards/updateCardHolder.ts";
import { findOrder, type OrderRow } from "../../modules/orders/readOrders.ts";
import { chosenFor } from "../../providers/mail/emailOptions.ts";
import { previewEmailOfKind } from "../../providers/mail/previewEmail.ts";
import { chosenCardEmail } from "./emails/chosenCardEmail.ts";
import { presentEmails } from "./emails/previewInMember.ts";
import { levelTypesOfSeller, type LevelTypeRow } from "./memberList.sql.ts";
import { partyRuleOf, priceOfPlace } from "./listMembers.ts";
import { memberEntity, requireCardMember, type MemberContext } from "./memberTransaction.ts";

type Added = Omit<StaffReceived<typeof addMemberCard>, "version" | "email"> & { readonly version?: string };

const orderOfMember = async (ctx: StaffContext, membership_id: string): Promise<OrderRow> => {
  const seen = await partyOfCard(ctx, membership_id);
  const order = seen && (await findOrder(ctx, seen.ticket_order_id));
  if (!order) throw membershipNotFound();
  return order;
};

/** Runs in a transaction, which it makes lock the order and the membership. */
const addToParty = async (
  ctx: MemberContext,
  order: OrderRow,
  { membership_id, version, ticket_type_id, holder_name, holder_email, reason }: Added,
) => {
  await lockOrder(ctx, order, { refusesPaying: true });
  await pause("member_orders_locked");
  const party = await lockChangeableParty(ctx, membership_id);
  await requireCardMember(ctx, membership_id, version);
  const types = await levelOf(ctx, party);
  const problem = judgeAddedCard(types, await peopleByType(ctx, party), ticket_type_id);
  if (problem) throw beyondLevel(party, problem);
  const sent = { name: holder_name || null, email: holder_email };
  const card = withinType(party, types, ticket_type_id, sent);
  const order_change_id = newId();
  const nothing = { value: 0, fee: 0, refund: 0, gift_card: 0, bonus: 0, gift_card_account_id: null } as const;
  const change = { id: order_change_id, kind: "names", actor: "venue", tickets: 1, ...nothing } as const;
  await recordOrderChange(ctx, order, { ...change, reason, made_by: ctx.staff.name }, "caller");
  const added = await addCard(ctx, party, { ...card, ticket_type_id, order_change_id });
  const to = (await sendCard(ctx, added.membership_id)) ?? null;
  return { added, card, to, type: types.find(({ id }) => id === ticket_type_id)?.name };
};

/** Adds a person to a membership, in a place that has no price. */
export const addCardToMember = async (
  ctx: StaffContext,
  { email, ...sent }: StaffReceived<typeof addMemberCard>,
): Promise<StaffReply<typeof addMemberCard>> => {
  const order = await orderOfMember(ctx, sent.membership_id);
  return changing<MemberContext, StaffReply<typeof addMemberCard>>(
    { ...ctx, emailOptions: chosenFor("membership_card", email) },
    async (ctx) => {
      const { added, card, to, type } = await addToParty(ctx, order, sent);
      await audit(ctx, {
        action: "member.card_added",
        entity: memberEntity(sent.membership_id),
        after: { type, ending: added.member_number.slice(-4), ...chosenCardEmail(email) },
        personal: { identity_id: added.membership_id, after: { ...card } },
        reason: sent.reason,
      });
      return { ...added, to };
    },
  );
};

export const previewAddedCard = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof previewAddedCardEmail>,
): Promise<MemberEmails> => {
  const order = await orderOfMember(ctx, sent.membership_id);
  const kind = "membership_card";
  let made: readonly string[] = [];
  const emails = await previewEmailOfKind(
    kind,
    (emailOptions) =>
      rolledBack<MemberContext>({ ...ctx, emailOptions }, async (tx) => {
        const { added } = await addToParty(tx, order, { ...sent, reason: "Preview" });
        made = [added.member_number];
      }),
    new Set([kind]),
  );
  return presentEmails(emails, made);
};

/** Refuses to remove the holder, and anybody whom the level requires. The order of the membership is locked. */
export const requireRemovable = async (ctx: StaffContext, membership_id: string): Promise<void> =>
  refuseNeeded(ctx, await lockChangeableParty(ctx, membership_id));

/** The same check for a preview, without a lock. */
export const previewRemovable = async (ctx: StaffContext, membership_id: string): Promise<void> => {
  const party = await partyOfCard(ctx, membership_id);
  if (party) await refuseNeeded(ctx, party);
};

const refuseNeeded = async (ctx: StaffContext, party: PartyCardRow): Promise<void> => {
  const types = await levelOf(ctx, party);
  const problem = judgeRemovedCard(types, await peopleByType(ctx, party), party.ticket_type_id);
  if (problem) throw beyondLevel(party, problem);
};

type LevelType = LevelTypeRow & { readonly rule: ReturnType<typeof partyRuleOf>; readonly price: number };

const levelOf = async (ctx: StaffContext, { ticket_group_id }: PartyCardRow): Promise<readonly LevelType[]> =>
  (await levelTypesOfSeller(ctx))
    .filter(({ level }) => level === ticket_group_id)
    .map((type) => ({ ...type, rule: partyRuleOf(type), price: priceOfPlace(ctx.seller, type) }));

const descriptions: Readonly<Record<PlaceProblem["message"], string>> = {
  not_of_level: "The level does not have this place.",
  too_many: "The level has no more places of this kind.",
  too_few: "The level needs somebody in this place. Change who is on the card instead.",
  holder: "They hold the membership. Change who is on the card, or end the membership.",
  costs_money: "This place costs money. Sell it with the next renewal.",
};

const beyondLevel = ({ level_name }: PartyCardRow, { message, limit }: PlaceProblem): Refused =>
  new Refused({
    code: "validation_failed",
    context: "membership",
    description: descriptions[message],
    extra: { fields: ["ticket_type_id"], message, limit: { level: level_name, ...limit } },
  });

/** The name and address of an added card, as far as the level asks for them for its type. */
const withinType = (
  { level_name }: PartyCardRow,
  types: readonly LevelType[],
  ticket_type_id: string,
  sent: OnCard,
): OnCard => {
  const type = types.find(({ id }) => id === ticket_type_id);
  if (!type) throw new Error("The type was judged.");
  const result = changedHolder(type.rule, { name: null, email: null }, sent);
  if (!("problem" in result)) return result;
  const { field, message } = result.problem;
  const limit = { level: level_name, type: type.name, name: type.rule.named, email: type.rule.emailed };
  throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: [field], message, limit } });
};
