import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "wouter";
import { getUser } from "@foyer/contract/shop/login.ts";
import { myMembership } from "@foyer/contract/shop/membership.ts";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { Refused, onRefusal } from "../../api/call.ts";
import { readCartPageState } from "../../features/cart/cartPageState.ts";
import { refreshCartAfterLogin } from "../../features/cart/refreshCartAfterLogin.ts";
import { forgetLogin, forgetVisitor } from "../../features/login/session/forgetVisitor.ts";
import { useLoginStrength, type LoginStrength } from "../../features/login/session/loginStrength.ts";
import { membershipModalName } from "../../features/membership/card/membershipModalName.ts";
import { endSession } from "../../features/login/login.queries.ts";
import { memberKey, memberQuery } from "../../features/login/session/member.queries.ts";
import { paths } from "../../shared/url/paths.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { useSeller } from "../../shared/seller/seller.tsx";

/** A refused login says nothing about the session, and the check must not trigger itself. */
const uncheckedCalls = ["POST /api/login", `GET /api${getUser.path}?`, `GET /api${myMembership.path}?`];
/** They belong to their owner's session: without the session they are not found. */
const ownedThings: ReadonlySet<string> = new Set(["cart", "order", "membership"]);
const isSessionMissing = ({ code, context }: Refused): boolean =>
  code === "not_authorized" || (code === "not_found" && ownedThings.has(context));
const isLoginMissing = (error: unknown): boolean =>
  error instanceof Refused &&
  isSessionMissing(error) &&
  !uncheckedCalls.some((start) => `${error.method} ${error.path}`.startsWith(start));

/** Reacts to logins and logouts, in this tab or another. `began`: the state when the page was opened. */
export function SessionWatch({ began }: { readonly began: LoginStrength }) {
  const { slug } = useSeller();
  const client = useQueryClient();
  const { names, close } = useModals();
  const [path, navigate] = useLocation();
  const strength = useLoginStrength();
  const before = useRef(began);
  const { data } = useQuery({ ...memberQuery, enabled: strength !== "none" });

  /** Clears all of the user's data: dialogs, saved state and queries. */
  const end = useEffectEvent((): void => {
    const [first] = names;
    // Dialogs opened from this one close as well.
    if (first !== undefined) close(first);
    forgetVisitor(client, slug);
    // The checkout says so itself, and opens the cart again after a login.
    if (path !== paths.logout() && readCartPageState().lostCart === null) navigate("/", { replace: true });
  });
  const begin = useEffectEvent((): void => {
    // Prices, limits and offers may differ for a logged-in visitor.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== memberKey[0] });
    if (strength === "full") void refreshCartAfterLogin(client, slug).catch(reportError);
  });
  /**
   * A login by member number has ended: nothing personal was shown, so the visitor stays on the page as a guest and keeps
   * the cart.
   */
  const lapse = useEffectEvent((): void => {
    close(membershipModalName);
    client.removeQueries({ queryKey: memberKey });
    void client.invalidateQueries();
  });
  useEffect(() => {
    const previous = before.current;
    if (previous === strength) return;
    before.current = strength;
    if (strength !== "none") begin();
    else if (previous === "limited") lapse();
    else end();
  }, [strength]);

  // The session has expired, but its cookie is still set.
  const hasEnded = strength === "full" && data !== undefined && data.user === undefined;
  useEffect(() => {
    if (hasEnded)
      void endSession()
        .catch(reportError)
        .finally(() => forgetVisitor(client, slug));
  }, [hasEnded, client, slug]);

  // A login by member number ends after a day, and its visitor becomes a guest again.
  const hasLapsed = strength === "limited" && data !== undefined && data.user === undefined;
  useEffect(() => {
    if (hasLapsed) forgetLogin(slug);
  }, [hasLapsed, slug]);

  // A call was refused as not logged in: check whether the session has ended.
  useEffect(() => {
    const recheckSession = (error: unknown): void => {
      // Only this exact query: those under the same key may be the ones that were refused.
      if (isLoginMissing(error)) void client.invalidateQueries({ queryKey: memberKey, exact: true });
    };
    // Queries may have failed before this watch was loaded.
    const queries = client.getQueryCache().getAll();
    recheckSession(queries.find(({ state }) => isLoginMissing(state.error))?.state.error);
    return onRefusal(recheckSession);
  }, [client]);

  return null;
}
