import type { Mutant } from "./mutant.ts";

const limits = "apps/server/src/modules/checkout/limits";

/** Guards against the testing of stolen cards. */
export const paymentLimitMutants: readonly Mutant[] = [
  {
    name: "pause_after_declines",
    protects: "money",
    file: `${limits}/refuseTooManyTries.ts`,
    changes: [{ from: "if (pause > sinceLastOfCard) return", to: "if (pause < 0) return" }],
    killedBy: {
      file: `${limits}/authorizeWithinLimits.test.ts`,
      test: "card testing pauses a card after five declines",
    },
  },
  {
    name: "declines_of_cart_at_most",
    protects: "money",
    file: `${limits}/refuseTooManyTries.ts`,
    changes: [{ from: "declinedOfCart >= declines_of_cart_at_most ||", to: "" }],
    killedBy: {
      file: `${limits}/authorizeWithinLimits.test.ts`,
      test: "card testing waits longer after each further decline of a card",
    },
  },
  {
    name: "declined_cards_of_cart",
    protects: "money",
    file: `${limits}/refuseTooManyTries.ts`,
    changes: [{ from: "declinedCardsOfCart >= declined_cards_of_cart ||", to: "" }],
    killedBy: {
      file: `${limits}/declinesByCard.test.ts`,
      test: "six different bad cards stop a cart for the hour",
    },
  },
  {
    name: "declines_of_card_elsewhere",
    protects: "money",
    file: `${limits}/tries.sql.ts`,
    changes: [{ from: "seller_id = $1 and fingerprint = who.card", to: "seller_id = $1 and false" }],
    killedBy: {
      file: `${limits}/declinesByCard.test.ts`,
      test: "a card waits in every cart of the seller",
    },
  },
  {
    name: "tries_of_card_one_by_one",
    protects: "money",
    file: `${limits}/tries.sql.ts`,
    changes: [{ from: "[clientNetwork, fingerprint].filter", to: "[clientNetwork].filter" }],
    killedBy: {
      file: `${limits}/declinesByCard.test.ts`,
      test: "tries of one card are counted one after another",
    },
  },
  {
    name: "tries_lock",
    protects: "access",
    file: `${limits}/tries.sql.ts`,
    changes: [{ from: `lockSlots(pipeline, seller_id, "payment_try", keys)`, to: "Promise.resolve()" }],
    killedBy: {
      file: `${limits}/authorizeWithinLimits.test.ts`,
      test: "tries of one network are counted one after another, on all servers",
    },
  },
  {
    name: "declines_of_network",
    protects: "money",
    file: `${limits}/refuseTooManyTries.ts`,
    changes: [{ from: "declinedOfNetwork >= declines_of_address;", to: "false;" }],
    killedBy: {
      file: `${limits}/authorizeWithinLimits.test.ts`,
      test: "card testing is stopped after ten declined cards of one address",
    },
  },
];
