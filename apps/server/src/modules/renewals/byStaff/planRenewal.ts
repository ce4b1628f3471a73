import type { Day } from "@foyer/contract/basics.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { Term } from "@foyer/rules/catalog/purchaseTerm.ts";
import { splitName } from "@foyer/rules/forms/attendees.ts";
import { defaultRenewalPeriod, isRenewable, nextTerm, renewableFrom } from "@foyer/rules/membership/term.ts";
import { Refused } from "../../../errors/refused.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { lockRenewalChain } from "../../membership/issue/lockRenewalChain.ts";
import { renewalTickets } from "../charge/holderContext.ts";
import { isBeingRenewed, renewableParty, type RenewablePersonRow } from "./renewableParty.sql.ts";

/** The terms of renewing a membership for its people. */
export type RenewalPlan = {
  /** The membership that is renewed: its holder's, whose account gets the next term. */
  readonly membership_id: string;
  readonly holder_id: string;
  readonly level: string;
  readonly party: readonly RenewablePersonRow[];
  readonly timezone: string;
  /** As of now. */
  readonly term: Term;
  readonly is_renewable: boolean;
  readonly renewable_from: Day | null;
  readonly request: TicketRequest;
  /** The holder's account, which is the purchaser of the next term: they log in with its address. */
  readonly holder: { readonly first_name: string; readonly last_name: string; readonly email: string };
};

export const notRenewable = (): Refused => new Refused({ code: "membership_not_renewable", context: "membership" });

/**
 * Plans the next term of a membership for everybody on it. Refuses if it has been renewed or cancelled, if the level is
 * no longer sold, or if no account has it.
 */
export const planRenewal = async (
  { db, seller }: Pick<SellerContext, "db" | "seller">,
  membership_id: string,
): Promise<RenewalPlan> => {
  const party = await renewableParty(db, seller.id, membership_id);
  const own = party.find(({ party_role, email }) => party_role === "member" && email !== null);
  const isAmongThem = party.some((one) => one.membership_id === membership_id);
  if (!own || own.identity_id === null || own.email === null || !isAmongThem || party.some(({ is_sold }) => !is_sold))
    throw notRenewable();
  const { timezone, valid_to, level } = own;
  const days = seller.configuration.renewal?.allowed_period ?? defaultRenewalPeriod;
  const now = Temporal.Instant.from(own.now);
  return {
    membership_id: own.membership_id,
    holder_id: own.identity_id,
    level,
    party,
    timezone,
    term: nextTerm(own, valid_to, now, timezone),
    is_renewable: isRenewable({ valid_to }, days, now, timezone),
    renewable_from: renewableFrom({ valid_to }, days, timezone),
    request: renewalTickets({ ...own, party }),
    holder: { ...nameOf(own), email: own.email },
  };
};

const nameOf = ({ holder_name, first_name, last_name }: RenewablePersonRow) => {
  const name = splitName(holder_name ?? "");
  return name
    ? { first_name: name.first, last_name: name.last }
    : { first_name: first_name ?? "", last_name: last_name ?? "" };
};

/**
 * Locks the term that is renewed, and everybody on it, until the transaction ends. Refuses if another renewal was first,
 * or if somebody on it is paying for it.
 */
export const lockTermToRenew = async (
  { db, seller }: Pick<SellerContext, "db" | "seller">,
  { membership_id, holder_id }: Pick<RenewalPlan, "membership_id" | "holder_id">,
): Promise<void> => {
  const chain = await lockRenewalChain(db, seller.id, membership_id);
  if (chain?.own.id !== membership_id || chain.own.identity_id !== holder_id) throw notRenewable();
  if (await isBeingRenewed(db, seller.id, membership_id))
    throw new Refused({ code: "payment_in_progress", context: "payment" });
};
