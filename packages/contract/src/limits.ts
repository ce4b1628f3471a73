/**
 * Numbers of carts and holds; document 2 §9 names those that visitors can see. A seller's `hold_minutes` goes before
 * the default here.
 */
export const cartLimits = {
  /** Minutes for which a cart holds its tickets; every ticket added begins them anew. */
  hold_minutes: 20,
  /** Whatever is added or extended, nothing is held for longer than this many times `hold_minutes`, plus all extensions. */
  max_hold_factor: 3,
  /** What one extension adds. */
  extension_seconds: 120,
  /** Ten, as WCAG 2.2.1 asks of a time limit. */
  extensions: 10,
} as const;

/** How often somebody may try to pay, kept in the database, so that every server counts alike. */
export const paymentLimits = {
  /** Cards that are refused for one cart. Whoever has five that are all refused asks their bank. */
  declines_of_cart: 5,
  /** Cards that are refused at one seller within an hour for one address; whoever pays is never counted. */
  declines_of_address: 10,
  /** Of one address, so many may be asked about at the same moment: a school in a rush has fewer, and an honest one's are gone in a second. */
  concurrent_of_address: 20,
  seconds: 3600,
} as const;

/**
 * How much one visitor, or one address, may hold at once without buying it. A seller's configuration goes before these.
 * What is in one cart alone is the business of the limits of an order; only who has several is judged.
 */
export const holdLimits = {
  /** Carts with tickets that one visitor has at once. */
  carts_of_visitor: 8,
  /** Carts with tickets of one address: a school, a company or a street behind one router. */
  carts_of_address: 150,
  /** Percent of a session's places that several carts of one visitor hold together. */
  share_of_visitor: 34,
  /** The same of one address. */
  share_of_address: 60,
  /** So many tickets of a session are never too many, however small it is. */
  always_allowed: 10,
} as const;
