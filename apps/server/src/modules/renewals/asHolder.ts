import { flagDefaults } from "@foyer/contract/flags.ts";
import type { TicketsWanted } from "@foyer/contract/cart.ts";
import { ownRule } from "@foyer/rules/membershipLevel.ts";
import type { Ask, Visitor } from "../../http/ask.ts";
import type { PartyRow, RenewalRow } from "./renewals.sql.ts";

export type Shop = Pick<Ask, "db" | "seller" | "outside" | "log">;

const nobodyThere = (): never => {
  throw new Error("Nobody is there to be let in.");
};

/**
 * The till as whoever holds the membership would come to it, with the purse of whoever pays: the same rules, and nobody's
 * session.
 */
export const asHolder = (
  shop: Shop,
  { identity_id, holder_id }: Pick<RenewalRow, "identity_id" | "holder_id">,
): Ask => {
  const visitor: Visitor = {
    identity_id,
    role: "member",
    strength: "full",
    member_id: holder_id,
    token_hash: Buffer.alloc(0),
    fresh: false,
  };
  return {
    ...shop,
    visitor,
    from: "",
    now: Temporal.Now.instant(),
    captcha: undefined,
    flags: flagDefaults,
    enter: () => visitor,
    admit: nobodyThere,
    dismiss: nobodyThere,
  };
};

/** The same people on the same level, as somebody who renews it by hand would ask for them. */
export const wishOf = ({
  membership_id,
  event_template_id,
  party,
}: Pick<RenewalRow, "membership_id" | "event_template_id" | "party">): TicketsWanted => ({
  event_template_id,
  membership: { action: "renew", renews_id: membership_id },
  ticket_types_required: [...Map.groupBy(party, ({ ticket_type_id }) => ticket_type_id)].map(
    ([ticket_type_id, people]) => ({
      ticket_type_id,
      quantity: people.length,
      ...(asksNames(people) && { admit_names: people.map(({ holder_name }) => holder_name ?? "") }),
      ...(asksEmails(people) && { admit_emails: people.map(({ holder_email }) => holder_email ?? "") }),
    }),
  ),
});

const asksNames = ([one]: readonly PartyRow[]): boolean => (one?.names ?? ownRule.named) !== "no";
const asksEmails = ([one]: readonly PartyRow[]): boolean => (one?.emails ?? ownRule.emailed) !== "no";
