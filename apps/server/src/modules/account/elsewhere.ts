import type { Received } from "@foyer/contract/endpoint.ts";
import type { LoginReply } from "@foyer/contract/login.ts";
import type { comeBack, startElsewhere } from "@foyer/contract/sso.ts";
import { guardStands } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import type { Ask } from "../../http/ask.ts";
import type { Elsewhere } from "../../http/mount.ts";
import { Refused } from "../../http/refused.ts";
import { NotLoggedIn, type OidcProvider } from "../../outside/sso/sso.ts";
import { isElsewhere, isOpen, methodOf, requireWay } from "../identity/loginMethod.ts";
import { userOfOutsider } from "../identity/outsiders.ts";
import { takeQuota } from "../identity/tries.ts";
import { comeHome, newTrip, onwardPath, setOut, spendSigned } from "../identity/trips.ts";
import { letIn, notAuthorized } from "./letIn.ts";

const baseOf = ({ outside, seller }: Pick<Ask, "outside" | "seller">): string => `${outside.origin}/${seller.slug}`;
const withQuery = (url: string, query: Readonly<Record<string, string>>): string =>
  `${url}?${new URLSearchParams(query)}`;

/** The storefront's callback page: it says what became of it, and goes on. */
const onPage = (ask: Ask, query: Readonly<Record<string, string>>): Elsewhere => ({
  location: withQuery(`/${ask.seller.slug}${ask.seller.configuration.login_callback_path ?? "/login/callback"}`, query),
});
/** Where a provider sends the browser back to: said to it beforehand, letter by letter. */
const comeBackTo = ({ outside, seller }: Pick<Ask, "outside" | "seller">): string =>
  `${outside.origin}/api/sso/callback/${seller.slug}`;

const providerOf = async (ask: Ask): Promise<OidcProvider> => {
  const provider = await ask.outside.oidcOf(ask.seller.id, methodOf(ask) === "auth0" ? "auth0" : "sso");
  if (!provider) throw new NotLoggedIn("not_configured", { isTrouble: true });
  return provider;
};

/**
 * Does what leads a browser on. What keeps it from logging in elsewhere is said on the page, as a word, and it goes on from
 * there to where it wanted; the log knows whether somebody should look.
 */
const leadOn = async (ask: Ask, work: (path: { wanted: string }) => Promise<Elsewhere>): Promise<Elsewhere> => {
  const path = { wanted: "/" };
  try {
    return await work(path);
  } catch (error) {
    const reason = error instanceof NotLoggedIn ? error.message : error instanceof Refused ? error.code : undefined;
    if (reason === undefined) throw error;
    const fields = { event: "login_elsewhere_failed", method: methodOf(ask), reason };
    if (error instanceof NotLoggedIn && error.isTrouble) ask.log.error(fields, "logging in elsewhere does not work");
    else ask.log.info(fields, "a login elsewhere came to nothing");
    return onPage(ask, { auth_error: reason, redirect: path.wanted });
  }
};

/** Leads to where the seller's visitors log in. */
export const startElsewhereOf = async (ask: Ask, { redirect }: Received<typeof startElsewhere>): Promise<Elsewhere> => {
  if (!isElsewhere(ask)) throw new Refused({ code: "not_found" });
  return leadOn(ask, async (path) => {
    path.wanted = onwardPath(redirect);
    const quota = await takeQuota(ask, "elsewhere", ask.visitor?.token_hash.toString("base64url") ?? newId());
    if (quota.over) throw new NotLoggedIn("too_many_requests");
    return methodOf(ask) === "external" ? toOwnSystem(ask, path.wanted) : toProvider(ask, path.wanted);
  });
};

const toProvider = async (ask: Ask, redirect_path: string): Promise<Elsewhere> => {
  const provider = await providerOf(ask);
  const trip = newTrip(ask);
  // Nothing is kept of whoever finds nobody there.
  const location = await provider.start(trip, comeBackTo(ask));
  await setOut(ask, trip, { issuer: provider.issuer, redirect_path });
  return { location };
};

/**
 * An own system hears where to lead back to, and what its token has to name (`nonce`), so that nobody is logged in who did
 * not set out from here. Without a signer it is a link, and nobody comes back from it as somebody.
 */
const toOwnSystem = async (ask: Ask, redirect_path: string): Promise<Elsewhere> => {
  const { login } = ask.seller.web.external_urls ?? {};
  if (!login?.startsWith("https://")) throw new NotLoggedIn("not_configured", { isTrouble: true });
  const url = new URL(login);
  const signer = await ask.outside.signerOf(ask.seller.id);
  if (!signer) return { location: url.href };
  const trip = newTrip(ask);
  await setOut(ask, trip, { issuer: signer.issuer, redirect_path });
  url.searchParams.set("state", trip.state);
  const back = withQuery(`${baseOf(ask)}/login/external-callback`, { auth_callback: "1", redirect: redirect_path });
  url.searchParams.set("return_to", back);
  return { location: url.href };
};

/** Whoever comes back from an OpenID provider is let in, or hears on the page that it came to nothing. */
export const comeBackOf = async (ask: Ask, sent: Received<typeof comeBack>): Promise<Elsewhere> => {
  const { code, state, iss, response, error, error_description } = sent;
  const trip = state === undefined ? undefined : await comeHome(ask, state);
  if (!trip) requireWay(ask, "oidc");
  return leadOn(ask, async (path) => {
    if (!trip) throw new NotLoggedIn("state");
    path.wanted = trip.redirect_path;
    // Whoever was away while the seller gave it up hears so on the page.
    if (!isOpen(ask, "oidc")) throw new NotLoggedIn("other_issuer");
    const provider = await providerOf(ask);
    if (provider.issuer !== trip.issuer) throw new NotLoggedIn("other_issuer");
    const { outsider, id_token } = await provider.finish(trip, comeBackTo(ask), {
      code,
      state,
      iss,
      response,
      error,
      error_description,
    });
    const user = await userOfOutsider(ask, outsider);
    await letIn(ask, user, { method: methodOf(ask), external: { issuer: outsider.issuer, id_token } });
    return onPage(ask, { auth_callback: "1", redirect: trip.redirect_path });
  });
};

/** A token that the seller's own system signed for the login that this browser set out to. */
export const logInBySigned = async (ask: Ask, jwt: string): Promise<LoginReply> => {
  requireWay(ask, "jwt");
  const signer = await ask.outside.signerOf(ask.seller.id);
  if (!signer) throw new Refused({ code: "not_found" });
  const refuse = (reason: string): Refused => {
    ask.log.info({ event: "login_failed", door: "jwt", reason }, "a login failed");
    return notAuthorized();
  };
  const signed = await signer.read(jwt, baseOf(ask), ask.now).catch((error: unknown) => {
    throw error instanceof NotLoggedIn ? refuse(error.message) : error;
  });
  const trip = await comeHome(ask, signed.nonce);
  // Nobody comes back from another signer than they set out to: that was exchanged meanwhile, and they set out again.
  const isTheirs = trip !== undefined && (trip.issuer === signer.issuer || !guardStands("trip_signer"));
  if (!isTheirs) throw refuse("nonce");
  if (!(await spendSigned(ask, { issuer: signer.issuer, jti: signed.jti })) && guardStands("jwt_once"))
    throw refuse("spent before");
  const user = await userOfOutsider(ask, signed.outsider);
  return letIn(ask, user, { method: "jwt", external: { issuer: signer.issuer } });
};
