import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { isLogoutUrl, ssoLogoutRedirect } from "../../features/login/session/ssoRedirect.ts";
import { forgetLogin, forgetVisitor } from "../../features/login/session/forgetVisitor.ts";
import { readLoginStrength } from "../../features/login/session/loginStrength.ts";
import { endSession } from "../../features/login/login.queries.ts";
import { loginStrings } from "../../features/login/login.strings.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { ScreenSkeleton } from "../../shell/frame/ScreenSkeleton.tsx";
import { MessagePage } from "../../shared/page/MessagePage.tsx";

/**
 * Ends the session on the server, clears stored data, and goes home or to the external logout. A visitor who was only
 * logged in by member number becomes a guest again and keeps their cart.
 */
export function Screen() {
  const seller = useSeller();
  const client = useQueryClient();
  const t = useText(loginStrings);
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isCancelled = false;
    const staysGuest = readLoginStrength(seller.slug) === "limited";
    const finishLogout = (logout_url: string | null): void => {
      if (staysGuest) forgetLogin(seller.slug);
      else forgetVisitor(client, seller.slug);
      if (isCancelled) return;
      const external = ssoLogoutRedirect(seller);
      if (external && "missing" in external) return setProblem(t(external.missing));
      const url = isLogoutUrl(logout_url) ? logout_url : external?.url;
      if (url !== undefined) window.location.replace(url);
      else navigate("/", { replace: true });
    };
    endSession().then(
      ({ logout_url }) => finishLogout(logout_url),
      (error: unknown) => {
        // Local data are cleared whatever the server answers.
        reportError(error);
        finishLogout(null);
      },
    );
    return () => void (isCancelled = true);
  }, [client, navigate, seller, t]);
  return problem === undefined ? <ScreenSkeleton /> : <MessagePage title={t("logout.title")}>{problem}</MessagePage>;
}
