import type { Handler } from "@foyer/contract/handlers.ts";
import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";

/** A value that is asked for each ticket and printed in place of a person's name, such as a licence plate. */
export type TicketLabel = {
  /** The name of its field. A seller overrides it with the text `details.label.<handler>`. */
  readonly text: string;
  /** What a valid value looks like; it also limits the length. */
  readonly pattern: RegExp;
};

/** How the shop treats the tickets of one handler. Every difference between handlers is defined here and nowhere else. */
export type HandlerPolicy = {
  /** The form that sells it on the event's page: `single` is the reserve form without a date, `one_ticket` asks for an amount. */
  readonly form: "reserve" | "single" | "one_ticket" | "membership";
  /** The kind of product that the page's title names. */
  readonly title: "event" | "gift_card" | "donation" | "membership";
  /** Whether a ticket is for one session. `unless_fixed_dates`: not if its group has dates of its own (`start_policy`). */
  readonly session: "always" | "unless_fixed_dates" | "never";
  /** Its prices count for the lowest price that is shown for a session. */
  readonly pricesSessions: boolean;
  /** Each ticket has a numbered seat. */
  readonly hasSeats: boolean;
  /** The ticket admits its holder. */
  readonly grantsAdmission: boolean;
  /** Member benefits count it against their allowances. */
  readonly isVisit: boolean;
  /**
   * Who or what is named on a ticket: a person as the seller configures it, an optional recipient, a person by the
   * membership's party rule, or a label.
   */
  readonly attendees: "as_configured" | "optional_recipient" | "party_rule" | TicketLabel;
  /** Its validity starts at purchase or on the group's fixed date. */
  readonly hasTerm: boolean;
  /** It is worth what is paid for it, so discounts skip it unless they name it. */
  readonly isMonetary: boolean;
  /** Buyers can change its tickets themselves after the sale, within the seller's rules. */
  readonly isChangeable: boolean;
  /** A ticket is one person's place on a membership. */
  readonly isMembership: boolean;
};

const admission = {
  form: "reserve",
  title: "event",
  session: "always",
  pricesSessions: true,
  hasSeats: false,
  grantsAdmission: true,
  isVisit: true,
  attendees: "as_configured",
  hasTerm: false,
  isMonetary: false,
  isChangeable: false,
  isMembership: false,
} as const satisfies HandlerPolicy;

const outsideSessions = { session: "never", pricesSessions: false } as const satisfies Partial<HandlerPolicy>;

const amount = {
  ...admission,
  form: "one_ticket",
  ...outsideSessions,
  grantsAdmission: false,
  isVisit: false,
  isMonetary: true,
} as const satisfies Omit<HandlerPolicy, "title">;

/** The registry: one entry per handler. A new handler is a name in the contract and an entry here. */
export const handlerPolicies = {
  tickets: { ...admission, session: "unless_fixed_dates", isChangeable: true },
  seated: { ...admission, hasSeats: true },
  passes: { ...admission, ...outsideSessions, hasTerm: true },
  codes: { ...admission, ...outsideSessions, form: "single", grantsAdmission: false },
  ledger: { ...amount, title: "gift_card", attendees: "optional_recipient" },
  donation: { ...amount, title: "donation" },
  membership: {
    ...admission,
    form: "membership",
    title: "membership",
    ...outsideSessions,
    isVisit: false,
    attendees: "party_rule",
    isMembership: true,
  },
} as const satisfies Record<Handler, HandlerPolicy>;

/** Anything with a handler: a ticket group, or a ticket in one. */
export type WithHandler = { readonly handler: Handler };

/** The handlers for which a condition holds. */
export const handlersWhere = (question: (group: WithHandler) => boolean): readonly Handler[] =>
  (Object.keys(handlerPolicies) as Handler[]).filter((handler) => question({ handler }));

const policyOf = ({ handler }: WithHandler): HandlerPolicy => handlerPolicies[handler];

/** Are its tickets for one session? Not if the group has dates of its own: the hold then has no session. */
export const needsSession = (group: Pick<TicketGroup, "handler" | "start_policy">): boolean =>
  policyOf(group).session !== "never" && !needsNoSession(group);

/** Does the reserve form sell it without a session? False for what other forms sell. */
export const needsNoSession = (group: Pick<TicketGroup, "handler" | "start_policy">): boolean => {
  const { session } = policyOf(group);
  return (
    isReservable(group) && (session === "never" || (session === "unless_fixed_dates" && group.start_policy !== null))
  );
};

/** Does the reserve form sell it? Donations, gift cards and memberships have forms of their own. */
export const isReservable = (group: WithHandler): boolean => ["reserve", "single"].includes(policyOf(group).form);

/** The form on the event's page that sells it. */
export const salesForm = (group: WithHandler): HandlerPolicy["form"] => policyOf(group).form;

/** What the title of its event's page calls it. */
export const salesTitle = (group: WithHandler): HandlerPolicy["title"] => policyOf(group).title;

/** Is it sold as one ticket for a chosen amount? Donations and gift cards are. */
export const isOneTicket = (group: WithHandler): boolean => policyOf(group).form === "one_ticket";

/** Do its prices count for the lowest price that is shown for a session? */
export const pricesSessions = (group: WithHandler): boolean => policyOf(group).pricesSessions;

/** Does each of its tickets have a seat? */
export const hasSeats = (group: WithHandler): boolean => policyOf(group).hasSeats;

/** Does somebody get in with one of its tickets? */
export const grantsAdmission = (group: WithHandler): boolean => policyOf(group).grantsAdmission;

/** Do member benefits count it? What they do not count is open to every member, in any number. */
export const isVisit = (group: WithHandler): boolean => policyOf(group).isVisit;

/** Do its tickets have a term that the hold sets? Passes and tickets with dates of their own do. */
export const hasTerm = (group: Pick<TicketGroup, "handler" | "start_policy">): boolean => {
  const policy = policyOf(group);
  return policy.hasTerm || (policy.session === "unless_fixed_dates" && group.start_policy !== null);
};

/** Is it worth what is paid for it? Donations and gift cards are. */
export const isMonetary = (group: WithHandler): boolean => policyOf(group).isMonetary;

/** Can the buyer name a recipient even if the seller asks for no name? */
export const mayNameRecipient = (group: WithHandler): boolean => policyOf(group).attendees === "optional_recipient";

/** The label to enter for each ticket in place of a person's name. */
export const ticketLabel = (group: WithHandler): TicketLabel | undefined => {
  const { attendees } = policyOf(group);
  return typeof attendees === "object" ? attendees : undefined;
};

/** Are there fields for its tickets even if the seller asks for none? */
export const hasOwnQuestions = (group: WithHandler): boolean =>
  mayNameRecipient(group) || ticketLabel(group) !== undefined;

/** Can buyers change its tickets themselves after the sale? */
export const isChangeable = (group: WithHandler): boolean => policyOf(group).isChangeable;

/** Can buyers move its tickets after the venue has cancelled their session? */
export const isMovableAfterCancellation = (group: WithHandler): boolean => isChangeable(group) || hasSeats(group);

/** Can buyers send its tickets to somebody else? Only if a ticket admits one person to one session. */
export const isSendable = (group: WithHandler): boolean =>
  grantsAdmission(group) && policyOf(group).session !== "never";

/** Is a ticket of it one person's place on a membership? */
export const isMembership = (group: WithHandler): boolean => policyOf(group).isMembership;

/** Does its price include tax? Monetary tickets are taxed when they are spent, or never. */
export const isTaxed = (group: WithHandler): boolean => !isMonetary(group);

/** Does it issue gift cards? */
export const isGiftCard = (group: WithHandler): boolean => policyOf(group).title === "gift_card";

/** Is it a donation? */
export const isDonation = (group: WithHandler): boolean => policyOf(group).title === "donation";
