import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { logOut } from "@foyer/contract/login.ts";
import type { leaveElsewhere } from "@foyer/contract/sso.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import type { Elsewhere } from "../../http/mount.ts";
import { NotLoggedIn } from "../../outside/sso/sso.ts";
import { methodOf } from "../identity/loginMethod.ts";
import { endSession, openSession } from "../identity/sessions.ts";
import { keepExit, takeExit } from "../identity/trips.ts";

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
  const external = await endSession(ask);
  ask.dismiss();
  ask.log.info({ event: "logged_out" }, "somebody logged out");
  return { logged_out: true, logout_url: external === null ? null : await logoutElsewhere(ask, external) };
};

/**
 * Where whoever logged in elsewhere leaves that, too: the seller's own word, else the provider's. What the provider wants
 * to see at its logout is no page's business: the page gets a word for it that is good once.
 */
const logoutElsewhere = async (ask: Ask, external: Readonly<Record<string, unknown>>): Promise<string | null> => {
  const { logout } = ask.seller.web.external_urls ?? {};
  if (logout?.startsWith("https://")) return logout;
  const { issuer, id_token } = external;
  if (typeof id_token !== "string") return null;
  try {
    const provider = await ask.outside.oidcOf(ask.seller.id, methodOf(ask) === "auth0" ? "auth0" : "sso");
    // Other keys since then: that provider is nobody's any more.
    if (provider?.issuer !== issuer) return null;
    const url = await provider?.leave(id_token, `${ask.outside.origin}/${ask.seller.slug}`);
    if (url === undefined) return null;
    const query = new URLSearchParams({ _seller: ask.seller.slug, trip: await keepExit(ask, url) });
    return `/api/sso/leave?${query}`;
  } catch (error) {
    if (!(error instanceof NotLoggedIn)) throw error;
    ask.log.error({ event: "logout_elsewhere_failed", reason: error.message }, "logging out elsewhere does not work");
    return null;
  }
};

/** To the provider's logout; whoever comes too late, or again, goes home. */
export const leaveElsewhereOf = async (ask: Ask, { trip }: Received<typeof leaveElsewhere>): Promise<Elsewhere> => ({
  location: (await takeExit(ask, trip)) ?? `/${ask.seller.slug}`,
});
