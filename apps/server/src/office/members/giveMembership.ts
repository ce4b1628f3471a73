import type { giveMembership } from "@foyer/contract/office/members/memberActions.ts";
import type { MemberEmails, previewGivenMembership } from "@foyer/contract/office/members/memberEmails.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { joinName } from "@foyer/rules/forms/attendees.ts";
import { holderType, partyFields } from "@foyer/rules/membership/party/partyRule.ts";
import { rolledBack } from "../../db/rolledBack.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit } from "../../modules/audit/audit.ts";
import { holdInTransaction } from "../../modules/cart/hold/holdInTransaction.ts";
import { requireOnSale } from "../../modules/cart/hold/requireOnSale.ts";
import { readOrderCards } from "../../modules/membership/cards/readCards.ts";
import { previewEmailOfKind } from "../../providers/mail/previewEmail.ts";
import { completeComp, giveAway, holdOfComp } from "../comps/makeComp.ts";
import { visitorForComp } from "../comps/visitorForComp.ts";
import { presentEmails } from "./emails/previewInMember.ts";
import { partyRuleOf } from "./listMembers.ts";
import { levelTypesOfSeller } from "./memberList.sql.ts";
import { memberEntity } from "./memberTransaction.ts";

type Sent = StaffReceived<typeof giveMembership>;

/** The kind of the e-mail that gets the sentence of staff. */
const confirmation = "order_confirmation";
const givenKinds: ReadonlySet<string> = new Set([confirmation, "membership_card"]);

const requireReachable = (others: Sent["others"]): void => {
  const unreachable = others.find((one) => one.email !== undefined && !isEmail(one.email));
  if (unreachable)
    throw new Refused({
      code: "validation_failed",
      context: "membership",
      description: `${unreachable.email} is not an email address.`,
      extra: { fields: ["others"] },
    });
};

/** Gives a membership away, by the same path as tickets that are given away. */
export const giveMembershipAway = async (
  ctx: StaffContext,
  { level, others, email_choice, ...to }: Sent,
): Promise<StaffReply<typeof giveMembership>> => {
  requireReachable(others);
  let membership_id: string | undefined;
  // As it is stored with the ticket.
  const name = joinName(to.first_name, to.last_name);
  const type = holderType(await typesOfLevel(ctx, level))?.name;
  const order = await giveAway(ctx, {
    ...to,
    email_choice: email_choice && { ...email_choice, kinds: givenKinds, main: confirmation },
    oversells: false,
    request: await requestOfLevel(ctx, { level, others, ...to }),
    also: async (tx, { id, order_number }) => {
      const cards = await readOrderCards(tx, [id]);
      // Two people on it may have the same name.
      const ofType = cards.filter(({ type_name }) => type_name === type);
      const holder = ofType.find(({ holder_name }) => holder_name === name) ?? ofType[0] ?? cards[0];
      if (!holder) throw new Error(`The order ${order_number} of a membership has no card`);
      membership_id = holder.id;
      await audit(tx, {
        action: "member.given",
        entity: memberEntity(holder.id),
        after: { level: holder.level_name, people: cards.length },
        reason: to.reason,
      });
    },
  });
  if (membership_id === undefined) throw new Error("A membership that was given away has a card");
  return { membership_id, order_number: order.order_number };
};

/** The confirmation and the cards that giving it away would send. Holds and changes nothing. */
export const previewGiven = async (
  ctx: StaffContext,
  to: StaffReceived<typeof previewGivenMembership>,
): Promise<MemberEmails> => {
  requireReachable(to.others);
  requireOnSale(ctx);
  const request = await requestOfLevel(ctx, to);
  let made: readonly string[] = [];
  const emails = await previewEmailOfKind(
    confirmation,
    (emailOptions) =>
      rolledBack(ctx, async (tx) => {
        const cart_id = await holdInTransaction(visitorForComp(tx), holdOfComp({ request, oversells: false }));
        const { order } = await completeComp(tx, cart_id, to, emailOptions);
        const cards = await readOrderCards(tx, [order.id]);
        made = [order.id, ...cards.map(({ member_number }) => member_number)];
      }),
    givenKinds,
  );
  return presentEmails(emails, made);
};

const typesOfLevel = async (ctx: StaffContext, level: string) =>
  (await levelTypesOfSeller(ctx))
    .filter((type) => type.level === level)
    .map((type) => ({ ...type, rule: partyRuleOf(type) }));

type Person = {
  readonly ticket_type_id: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
};

/** The cart line for a level, with the names and addresses that its types ask for. */
export const requestOfLevel = async (
  ctx: StaffContext,
  { level, first_name, last_name, email, others }: Omit<Sent, "reason" | "email_choice">,
): Promise<TicketRequest> => {
  const types = await typesOfLevel(ctx, level);
  const holder = holderType(types);
  const unknown = others.find(({ ticket_type_id }) => !types.some(({ id }) => id === ticket_type_id));
  if (!holder || !holder.is_sold || unknown)
    throw new Refused({
      code: "ticket_type_not_available",
      context: "membership",
      extra: { ticket_type_id: unknown?.ticket_type_id ?? level },
    });
  const people: Person[] = [{ ticket_type_id: holder.id, name: `${first_name} ${last_name}`, email }, ...others];
  return {
    event_template_id: holder.event_template_id,
    ticket_types_required: types.flatMap(({ id, rule }) => {
      const ofType = people.filter(({ ticket_type_id }) => ticket_type_id === id);
      if (ofType.length === 0) return [];
      const { names, emails } = partyFields(rule, false);
      return [
        {
          ticket_type_id: id,
          quantity: ofType.length,
          ...(names !== "hidden" && { admit_names: ofType.map(({ name }) => name ?? "") }),
          ...(emails !== "hidden" && { admit_emails: ofType.map((one) => one.email ?? "") }),
        },
      ];
    }),
  };
};
