import type { Flags } from "@foyer/contract/flags.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections, Database } from "../db/connections.ts";
import type { EmailOptions } from "../providers/mail/emailOptions.ts";
import type { Providers } from "../providers/providers.ts";

/** The visitor of a request. */
export type Visitor = {
  readonly identity_id: string;
  /** `member` for a user who is logged in. A session by member number alone is anonymous. */
  readonly role: "anonymous" | "member";
  readonly strength: "none" | "limited" | "full";
  /** Whose memberships may be used: the user's own, or in a limited session those of the member whose number was entered. */
  readonly member_id: string | null;
  readonly token_hash: Buffer;
  /** Not in the database yet: the use case that first stores something for the visitor inserts them. */
  readonly fresh: boolean;
  /** This request began the session before, at a server that died before it answered (idempotency.ts). */
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
  /** The client's IP address; several people may share one. */
  readonly clientAddress: string;
  /** The address is that of a proxy which the settings do not name, so many clients share it. */
  readonly isBehindUnnamedProxy: boolean;
  /** The server's time, for display. Decisions about stock and money use the database's app_now(). */
  readonly now: Temporal.Instant;
  readonly providers: Providers;
  /** The solved captcha of the request's headers. */
  readonly captcha: { readonly provider: string; readonly token: string } | undefined;
  readonly flags: Flags;
  /** Returns the visitor; creates one with a cookie where there is none. */
  readonly ensureVisitor: () => Visitor;
  /** Sets the cookies of a new session. The use case inserts its row and ends the old session in its own transaction. */
  readonly startSession: (identity: SessionIdentity) => Visitor;
  /** Clears the cookies and the browser's data of the site. The use case ends the session's row. */
  readonly endSession: () => void;
  readonly log: Log;
  /** What staff want of the e-mail that their action sends to the purchaser. */
  readonly emailOptions?: EmailOptions | undefined;
};

/** What an idempotency key on a visitor's first request needs (idempotency.ts); no use case has it. */
export type FirstVisit = {
  /** The token of the session that this request may begin. */
  readonly expectToken: (token: string) => void;
  /** Goes on with the session of a token, if it exists, and sets its cookie. */
  readonly resumeSession: (token: string) => Promise<boolean>;
};

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** What a use case needs that works on one seller's data and knows no visitor. */
export type SellerContext = Pick<RequestContext, "db" | "seller">;

/** What jobs and webhooks work with, for all sellers. */
export type JobContext = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: Log;
};
