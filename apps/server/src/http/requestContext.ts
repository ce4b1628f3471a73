import type { Flags } from "@foyer/contract/flags.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections, Database } from "../db/connections.ts";
import type { EmailOptions } from "../providers/mail/emailOptions.ts";
import type { Providers } from "../providers/providers.ts";

/** The visitor of a request. */
export type Visitor = {
  readonly identity_id: string;
  /** `member` for a logged-in user. A session by member number alone is anonymous. */
  readonly role: "anonymous" | "member";
  readonly strength: "none" | "limited" | "full";
  /** Whose memberships may be used: the user's own, or in a limited session those of the member whose number was entered. */
  readonly member_id: string | null;
  readonly token_hash: Buffer;
  /** Whether the visitor is not in the database yet: the use case that first stores something for them inserts them. */
  readonly fresh: boolean;
  /**
   * Whether an earlier attempt of this request started the session, at a server that died before it replied
   * (idempotency.ts).
   */
  readonly isResumed?: boolean;
};

/** Who a new session is for: a user, or a guest who may use a member's benefits. */
export type SessionIdentity = Pick<Visitor, "identity_id" | "strength" | "member_id">;

/** Everything that a use case can access. Nothing is global, so a test passes a literal. */
export type RequestContext = {
  readonly seller: Seller;
  /** Null for a request without a session. */
  readonly visitor: Visitor | null;
  readonly db: Database;
  /** The client's IP address, which several people may share. */
  readonly clientAddress: string;
  /** Whether the address is that of a proxy which the settings do not name, so that many clients share it. */
  readonly isBehindUnnamedProxy: boolean;
  /** The server's time, for display. Decisions about stock and money use the database's app_now(). */
  readonly now: Temporal.Instant;
  readonly providers: Providers;
  /** The solved captcha in the request's headers. */
  readonly captcha: { readonly provider: string; readonly token: string } | undefined;
  readonly flags: Flags;
  /** Returns the visitor; creates one with a cookie if there is none. */
  readonly ensureVisitor: () => Visitor;
  /** Sets the cookies of a new session. The use case inserts its row and ends the old session in its own transaction. */
  readonly startSession: (identity: SessionIdentity) => Visitor;
  /** Clears the cookies and the site's data in the browser. The use case ends the session's row. */
  readonly endSession: () => void;
  readonly log: Log;
  /** Options chosen by staff for the e-mail that their action sends to the purchaser. */
  readonly emailOptions?: EmailOptions | undefined;
};

/** What an idempotency key on a visitor's first request needs (idempotency.ts); use cases do not get it. */
export type FirstVisit = {
  /** Announces the token of the session that this request may start. */
  readonly expectToken: (token: string) => void;
  /** Continues the session with the token, if it exists, and sets its cookie. */
  readonly resumeSession: (token: string) => Promise<boolean>;
};

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** The context of a use case that works on one seller's data and has no visitor. */
export type SellerContext = Pick<RequestContext, "db" | "seller">;

/** The context of jobs and webhooks, for all sellers. */
export type JobContext = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: Log;
};
