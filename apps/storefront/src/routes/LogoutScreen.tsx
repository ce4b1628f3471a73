import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { isWayOut, logoutElsewhere } from "../features/login/elsewhere.ts";
import { forgetVisitor } from "../features/login/forgetVisitor.ts";
import { endSession } from "../features/login/login.queries.ts";
import { loginStrings } from "../features/login/login.strings.ts";
import { report } from "../shared/reports.ts";
import { useSeller, useText } from "../shared/seller.tsx";
import { ScreenSkeleton } from "../shell/ScreenSkeleton.tsx";
import { WayOn } from "../shell/WayOn.tsx";

/** Ends the session on the server, forgets whoever it was, and goes home, or to where the login was another's. */
export function Screen() {
  const seller = useSeller();
  const client = useQueryClient();
  const t = useText(loginStrings);
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let left = false;
    const goOn = (logout_url: string | null): void => {
      forgetVisitor(client, seller.slug);
      if (left) return;
      const elsewhere = logoutElsewhere(seller);
      if (elsewhere && "missing" in elsewhere) return setProblem(t(elsewhere.missing));
      const url = isWayOut(logout_url) ? logout_url : elsewhere?.url;
      if (url !== undefined) window.location.replace(url);
      else navigate("/", { replace: true });
    };
    endSession().then(
      ({ logout_url }) => goOn(logout_url),
      (error: unknown) => {
        // Whatever the server says, nothing of them stays here.
        report(error);
        goOn(null);
      },
    );
    return () => void (left = true);
  }, [client, navigate, seller, t]);
  return problem === undefined ? <ScreenSkeleton /> : <WayOn title={t("logout.title")}>{problem}</WayOn>;
}
