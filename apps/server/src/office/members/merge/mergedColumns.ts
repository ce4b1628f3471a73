/** What happens to a column that refers to an identity, when that identity is merged into another. */
export type MergedColumn =
  | {
      readonly moves: true;
      /** An SQL expression that identifies a row of the table `x`. */
      readonly key: string;
      /** An SQL condition for rows that move in addition to those of the person; movePerson.sql.ts has its parameters. */
      readonly also?: string;
      /** An SQL condition to which the rows that move are limited. */
      readonly only?: string;
    }
  | { readonly moves: false; readonly why: string };

/** A guest with an open cart is left unchanged. */
const notOpenOfGuest = (column: string) => `(x.state <> 'pending' or x.${column} = $4::uuid)`;
/** The browser with which a guest bought: from now on the order belongs to the account. */
const boughtInBrowser = `x.identity_id = any($2::uuid[]) and x.identity_id is distinct from $4::uuid
  and exists (select from identity w where w.seller_id = $1 and w.id = x.owner_identity_id and w.kind = 'public')`;

/**
 * Every column that refers to an identity, in the order in which they move. Notes, gift cards, tickets, visits and used
 * allowances belong to orders and memberships, and move with them. A test compares this list with the database.
 */
export const mergedColumns: Readonly<Record<string, MergedColumn>> = {
  "cart.identity_id": { moves: true, key: "x.id::text", only: notOpenOfGuest("identity_id") },
  "cart.purchaser_identity_id": { moves: true, key: "x.id::text", only: notOpenOfGuest("purchaser_identity_id") },
  "cart.giftee_identity_id": { moves: true, key: "x.id::text", only: notOpenOfGuest("giftee_identity_id") },
  "membership.identity_id": {
    moves: true,
    key: "x.id::text",
    also: "x.identity_id is null and x.member_number = $5::text",
  },
  "auto_renewal.identity_id": { moves: true, key: "x.membership_id::text" },
  "saved_payment_method.identity_id": { moves: true, key: "x.id::text" },
  "ticket_order.owner_identity_id": { moves: true, key: "x.id::text", also: boughtInBrowser },
  "ticket_order.identity_id": { moves: true, key: "x.id::text" },
  "membership_gift.giftee_identity_id": { moves: true, key: "x.id::text" },
  "identity.created_by_identity_id": { moves: true, key: "x.id::text" },
  "external_login.identity_id": { moves: true, key: "x.issuer || ' ' || x.subject" },
  "user_login.identity_id": {
    moves: false,
    why: "the account that is kept has its own; one with a password is always kept",
  },
  "visitor_session.identity_id": { moves: false, why: "the session ends" },
  "visitor_session.member_identity_id": { moves: false, why: "the session ends" },
  "login_token.identity_id": { moves: false, why: "the link or code ends" },
  "idempotency_key.identity_id": { moves: false, why: "replies to a browser whose session ends, for a day" },
  "audit_personal.identity_id": { moves: false, why: "the log is never changed; merged_identity leads to it" },
  "merged_identity.identity_id": { moves: false, why: "says who was merged" },
  "merged_identity.kept_identity_id": { moves: false, why: "moves by itself to whoever is kept now" },
  "person_merge.kept_identity_id": { moves: false, why: "says what was merged then; merged_identity leads to it" },
  "person_request.identity_ids": { moves: false, why: "says who was exported or erased then" },
};
