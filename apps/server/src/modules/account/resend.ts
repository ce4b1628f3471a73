import type { resendMine, resendOrders } from "@foyer/contract/account.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { isEmail } from "@foyer/rules/email.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { queueConfirmationAgain } from "../checkout/queueConfirmation.ts";
import { cardLetter } from "../membership/cardLetter.ts";
import { isStandIn } from "../identity/users.ts";
import { requirePerson } from "../identity/requirePerson.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { requireMember } from "./requireMember.ts";
import { cardsBeside, cardsToResend, deleteRequest, insertRequest, ordersToResend, type Whose } from "./resend.sql.ts";
import { countResend } from "./resendTries.ts";

/** Letters of one request: somebody else's mailbox is not to be filled by it. */
const mostLetters = 5;

const noOrders = (): Refused =>
  new Refused({
    code: "not_found",
    context: "account",
    description: "No orders could be found for this email address.",
  });

/**
 * Sends the confirmations of an address again, to that address and no other. Known or not, the same is done before the
 * answer, and it is written down what to send; a seller who is strict about it answers everybody alike (security.md D1).
 */
export const resendOrdersOf = async (
  ask: Ask,
  { email: typed, memberships_only = false }: Received<typeof resendOrders>,
): Promise<Reply<typeof resendOrders>> => {
  const email = typed.trim().toLowerCase();
  // Behind it stands that letters go to the address on file and no other: several at once are nobody's.
  if (!isEmail(email))
    throw new Refused({ code: "validate_not_email", context: "account", extra: { fields: ["email"] } });
  await requirePerson(ask, "resend");
  await countResend(ask, "resend", email);
  const found = await transact(ask, async (ask) => {
    await insertRequest(ask, { email, memberships_only });
    return (memberships_only ? cardsToResend : ordersToResend)(ask, { email }, 1);
  });
  if (found.length === 0 && !ask.seller.configuration.strict_resend) throw noOrders();
  return { sent: true };
};

/** One's own, as somebody who is logged in. */
export const resendOwn = async (
  ask: Ask,
  { memberships_only = false }: Received<typeof resendMine>,
): Promise<Reply<typeof resendMine>> => {
  const { identity_id } = requireMember(ask);
  await countResend(ask, "order_email", identity_id);
  const sent = await transact(ask, (ask) =>
    queueAgain(ask, { owner_identity_id: identity_id }, { memberships_only, occasion: newId() }),
  );
  if (sent === 0) throw noOrders();
  return { sent: true };
};

type Shop = Pick<Ask, "db" | "seller" | "outside">;

/** What was asked for by an address, done by the job: the request goes with its letters, in one transaction. */
export const sendRequested = (
  shop: Shop,
  { id, email, memberships_only }: { readonly id: string; readonly email: string; readonly memberships_only: boolean },
): Promise<number> =>
  transact(shop, async (shop) => {
    await deleteRequest(shop, id);
    return queueAgain(shop, { email }, { memberships_only, occasion: id });
  });

type Again = { readonly memberships_only: boolean; readonly occasion: string };

const queueAgain = (shop: Shop, whose: Whose, { memberships_only, occasion }: Again): Promise<number> =>
  memberships_only ? queueCardsAgain(shop, whose, occasion) : queueOrdersAgain(shop, whose, occasion);

/** Of orders that are over only the last is worth a letter, and only where nothing lies ahead. */
const queueOrdersAgain = async (shop: Shop, whose: Whose, occasion: string): Promise<number> => {
  const found = await ordersToResend(shop, whose, mostLetters);
  const ahead = found.filter(({ lies_ahead }) => lies_ahead);
  let sent = 0;
  for (const { id } of ahead.length > 0 ? ahead : found.slice(0, 1))
    if (await queueConfirmationAgain(shop, id, { occasion })) sent += 1;
  return sent;
};

/** The same of cards: whoever renews needs the number of the one that is over. */
const queueCardsAgain = async (shop: Shop, whose: Whose, occasion: string): Promise<number> => {
  const found = await cardsToResend(shop, whose, mostLetters);
  const inForce = found.filter(({ is_over }) => !is_over);
  let sent = 0;
  for (const card of inForce.length > 0 ? inForce : found.slice(0, 1)) {
    if (card.to_address === null || isStandIn(shop, card.to_address)) continue;
    const { level_name, timezone, physical_card } = card;
    const others = card.party_role === "member" ? await cardsBeside(shop, card) : [];
    const letter = cardLetter(shop.seller, shop.outside.origin, {
      level_name,
      timezone,
      physical_card,
      renewed: false,
      own: card,
      others,
    });
    await queueLetter(shop, {
      kind: "membership_card",
      ref_id: card.id,
      occasion,
      to_address: card.to_address,
      letter,
    });
    sent += 1;
  }
  return sent;
};
