/** The limits of a cart and its hold. A seller's own `hold_minutes` takes precedence. */
export const cartLimits = {
  /** Minutes for which a cart holds its tickets. Each added ticket restarts them. */
  hold_minutes: 20,
  /**
   * A hold lasts at most this many times `hold_minutes`, plus all extensions, no matter how often tickets are added.
   */
  max_hold_factor: 3,
  /** Seconds that one extension adds. */
  extension_seconds: 120,
  /** Extensions per cart: ten, as WCAG 2.2.1 requires of a time limit. */
  extensions: 10,
} as const;

/** Limits of payment attempts. They are counted in the database, so that all servers share them. */
export const paymentLimits = {
  /**
   * Declines of one card at a seller without a pause, whichever carts they were for. Where the provider does not tell
   * cards apart, all declines of a cart count as those of one card.
   */
  declines_of_card: 5,
  /** Seconds that a card waits after its fifth decline, and as many more after each further one. */
  pause_after_decline: 120,
  /** Different cards declined for a cart within an hour. A good card after five bad ones still pays at once. */
  declined_cards_of_cart: 6,
  /** Declines of a cart within an hour, whatever the card. A buyer with so many has to ask their bank. */
  declines_of_cart_at_most: 8,
  /** Declined cards per IP address and seller within an hour. A successful payment is never counted. */
  declines_of_address: 10,
  /** Payments of one IP address in progress at the same moment. A school class that buys together stays below it. */
  concurrent_of_address: 20,
  seconds: 3600,
} as const;

/**
 * How much one visitor, or one IP address, may hold in several carts without buying. A seller's configuration takes
 * precedence. One cart alone is limited by the limits per order instead.
 */
export const holdLimits = {
  /** Carts with tickets of one visitor at the same time. */
  carts_of_visitor: 8,
  /** Carts with tickets of one IP address: a school, a company or a street may share one router. */
  carts_of_address: 150,
  /** Percent of a session's capacity that several carts of one visitor may hold together. */
  share_of_visitor: 34,
  /** The same for one IP address. */
  share_of_address: 60,
  /** A visitor with this many live carts without tickets cannot begin another. */
  empty_carts_of_visitor: 8,
  /** The same for one IP address. */
  empty_carts_of_address: 150,
  /** This many tickets of a session are always allowed, even if the session is small. */
  always_allowed: 10,
} as const;
