import { randomBytes } from "node:crypto";
import { signedLogin } from "@foyer/contract/sso.ts";
import { sameSitePath } from "@foyer/rules/sameSite.ts";
import { guardStands } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import type { Trip } from "../../outside/sso/sso.ts";
import { keepVisitors } from "./keepVisitors.ts";
import { hashOf } from "./tokens.ts";
import { endTripIn, endTripOut, insertSpent, insertTripIn, insertTripOut } from "./trips.sql.ts";

/** What goes along with a state is made of it with the house's own key: nothing of it has to be kept. */
const tripOf = ({ outside, seller }: Pick<Ask, "outside" | "seller">, state: string): Trip => ({
  state,
  nonce: outside.sign(`login nonce ${seller.id} ${state}`),
  verifier: outside.sign(`login verifier ${seller.id} ${state}`),
});

/** Where a login leads on to: a path of this storefront (T23), or home. */
export const onwardPath = (wanted: string | undefined): string =>
  guardStands("trip_path") ? (sameSitePath(wanted ?? null) ?? "/") : (wanted ?? "/");

/** What a browser takes along to a login elsewhere. */
export const newTrip = (ask: Pick<Ask, "outside" | "seller">): Trip =>
  tripOf(ask, randomBytes(32).toString("base64url"));

/** The browser sets out to log in at `issuer`: its own session alone comes back. `redirect_path`: where that leads then (`onwardPath`). */
export const setOut = async (
  ask: Ask,
  { state }: Trip,
  { issuer, redirect_path }: { readonly issuer: string; readonly redirect_path: string },
): Promise<void> => {
  const visitor = ask.enter();
  await transact(ask, async (ask) => {
    await keepVisitors(ask.db, ask.seller.id, [visitor]);
    await insertTripIn(ask, {
      secret_hash: hashOf(state),
      browser_hash: visitor.token_hash,
      issuer,
      redirect_path,
    });
  });
};

export type Returned = Trip & { readonly issuer: string; readonly redirect_path: string };

/** It is back. Undefined for a state that nobody here set out with, that was brought before, or that is too old. */
export const comeHome = async (ask: Ask, state: string): Promise<Returned | undefined> => {
  if (!ask.visitor) return undefined;
  const ended = await endTripIn(ask, hashOf(state), ask.visitor.token_hash);
  if (!ended || ended.issuer === null || ended.redirect_path === null) return undefined;
  return { ...tripOf(ask, state), issuer: ended.issuer, redirect_path: ended.redirect_path };
};

/** Keeps an address of a provider's logout, which no page reads; says the word that leads there once. */
export const keepExit = async (ask: Ask, url: string): Promise<string> => {
  const secret = randomBytes(32).toString("base64url");
  await insertTripOut(ask, { secret_hash: hashOf(secret), url });
  return secret;
};
export const takeExit = async (ask: Ask, secret: string): Promise<string | undefined> =>
  (await endTripOut(ask, hashOf(secret)))?.url ?? undefined;

/** Uses a signed token up; false where that was done before. Longer than any of them lives, whatever its clock says. */
export const spendSigned = (ask: Ask, { issuer, jti }: { readonly issuer: string; readonly jti: string }) =>
  insertSpent(ask, hashOf(JSON.stringify([issuer, jti])), 2 * (signedLogin.seconds + signedLogin.tolerance));
