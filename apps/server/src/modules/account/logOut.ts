import type { Reply } from "@foyer/contract/endpoint.ts";
import type { logOut } from "@foyer/contract/login.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { endSession, openSession } from "../identity/sessions.ts";

/**
 * Ends the session here, and has the browser forget what it kept of it (T109). Whoever only showed a member's number stays
 * the guest they are, with what they hold, under a new token.
 */
export const logOutOf = async (ask: Ask): Promise<Reply<typeof logOut>> => {
  const { visitor } = ask;
  if (visitor?.strength === "limited") {
    await transact(ask, (ask) =>
      openSession(ask, { identity_id: visitor.identity_id, strength: "none", member_id: null }, { method: "logout" }),
    );
    return { logged_out: true, logout_url: null };
  }
  if (visitor?.strength !== "full") return { logged_out: false, logout_url: null };
  const { wasExternal } = await endSession(ask);
  ask.dismiss();
  ask.log.info({ event: "logged_out" }, "somebody logged out");
  return { logged_out: true, logout_url: wasExternal ? (ask.seller.web.external_urls?.logout ?? null) : null };
};
