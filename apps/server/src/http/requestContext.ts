import type { Flags } from "@foyer/contract/flags.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../db/connections.ts";
import type { Providers } from "../providers/providers.ts";

/** Who is asking. `fresh` means: not in the database yet; the verb that keeps something for them writes them too. */
export type Visitor = {
  readonly identity_id: string;
  /** member: logged in. Whoever showed a member's number alone stays anonymous. */
  readonly role: "anonymous" | "member";
  readonly strength: "none" | "limited" | "full";
  /** Whose memberships may be bought with: the user's own, or of a limited session the member's whose number was shown. */
  readonly member_id: string | null;
  readonly token_hash: Buffer;
  readonly fresh: boolean;
};

/** Who is let in: as the user themselves, or as a guest who may buy with a member's benefits. */
export type SessionIdentity = Pick<Visitor, "identity_id" | "strength" | "member_id">;

/** All that a verb may know: nothing is ambient, so a test passes a literal. */
export type RequestContext = {
  readonly seller: Seller;
  /** Null for someone whom nothing is remembered of. */
  readonly visitor: Visitor | null;
  readonly db: Database;
  /** The address that the request came from; many people may share it. */
  readonly clientAddress: string;
  /** The server's moment, for what is shown. What decides over stock and money asks the database's app_now(). */
  readonly now: Temporal.Instant;
  readonly providers: Providers;
  /** The answer to a captcha that came along with the call. */
  readonly captcha: { readonly provider: string; readonly token: string } | undefined;
  readonly flags: Flags;
  /** The visitor, made and given a cookie if there was none. */
  readonly ensureVisitor: () => Visitor;
  /** Gives the browser a new session's cookies. The verb writes its row, and ends the old one's, in its own transaction. */
  readonly startSession: (who: SessionIdentity) => Visitor;
  /** Takes the cookies away, and has the browser forget what it kept of the site. The verb ends the row. */
  readonly endSession: () => void;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
};
