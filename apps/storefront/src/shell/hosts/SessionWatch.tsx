import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "wouter";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { Refused } from "../../api/call.ts";
import { refreshCartAfterLogin } from "../../features/cart/refreshCartAfterLogin.ts";
import { forgetVisitor } from "../../features/login/session/forgetVisitor.ts";
import { useLoginStrength, type LoginStrength } from "../../features/login/session/loginStrength.ts";
import { endSession } from "../../features/login/login.queries.ts";
import { memberKey, memberQuery } from "../../features/login/session/member.queries.ts";
import { paths } from "../../shared/url/paths.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { useSeller } from "../../shared/seller/seller.tsx";

/** Reacts to logins and logouts, in this tab or another. `began`: the state when the page was opened. */
export function SessionWatch({ began }: { readonly began: LoginStrength }) {
  const { slug } = useSeller();
  const client = useQueryClient();
  const { names, close } = useModals();
  const [path, navigate] = useLocation();
  const strength = useLoginStrength();
  const before = useRef(began);
  const { data } = useQuery({ ...memberQuery, enabled: strength !== "none" });

  /** Clears everything of the user: dialogs, saved state and queries. */
  const end = useEffectEvent((): void => {
    const [first] = names;
    // Dialogs opened from it close as well.
    if (first !== undefined) close(first);
    forgetVisitor(client, slug);
    if (path !== paths.logout()) navigate("/", { replace: true });
  });
  const begin = useEffectEvent((): void => {
    // Prices, limits and offers may differ for them.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== memberKey[0] });
    if (strength === "full") void refreshCartAfterLogin(client, slug).catch(reportError);
  });
  useEffect(() => {
    if (before.current === strength) return;
    before.current = strength;
    if (strength === "none") end();
    else begin();
  }, [strength]);

  // The session has expired, but its cookie is still set.
  const hasEnded = strength === "full" && data !== undefined && data.user === undefined;
  useEffect(() => {
    if (hasEnded)
      void endSession()
        .catch(reportError)
        .finally(() => forgetVisitor(client, slug));
  }, [hasEnded, client, slug]);

  // A request was refused as not logged in: check whether the session has ended.
  useEffect(() => {
    const recheckSession = (error: unknown): void => {
      if (error instanceof Refused && error.code === "not_authorized" && !error.path.startsWith("/api/login"))
        void client.invalidateQueries({ queryKey: memberKey });
    };
    const reads = client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error" && event.query.queryKey[0] !== memberKey[0])
        recheckSession(event.action.error);
    });
    const changes = client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") recheckSession(event.action.error);
    });
    return () => {
      reads();
      changes();
    };
  }, [client]);

  return null;
}
