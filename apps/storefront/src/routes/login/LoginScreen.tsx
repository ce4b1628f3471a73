import { useEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { LoginFrame } from "../../features/login/LoginFrame.tsx";
import { loginStrings } from "../../features/login/login.strings.ts";
import { LoginPanel } from "../../features/login/panel/LoginPanel.tsx";
import { closeLoginDialog, useLoginDialogRequest } from "../../features/login/session/loginDialogStore.ts";
import { OtpFallback } from "../../features/login/panel/OtpFallback.tsx";
import { pathAfterLogin } from "../../features/login/session/useCompleteLogin.ts";
import { useMember } from "../../features/login/session/useMember.ts";
import { useJwtLogin } from "../../features/login/session/useJwtLogin.ts";
import { useSaved } from "../../shared/storage/saved.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { useUrlSecret } from "../../shared/url/useUrlSecret.ts";
import type { ScreenContext } from "../screen.ts";

/** The login on a page of its own: where letters with a code lead, and whoever was sent to another's login comes back to. */
export function Screen() {
  const t = useText(loginStrings);
  const otp = useUrlSecret("otp");
  const signed = useJwtLogin();
  const request = useLoginDialogRequest();
  // What was to be said here is said; it opens no dialog on the next page.
  useEffect(() => closeLoginDialog, []);
  const { strength, user, isLoading } = useMember();
  const [{ login: pendingLogin }] = useSaved();
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("redirect");
  const isLoggedIn = strength === "full" && !isLoading;
  const onward = pathAfterLogin(user, wanted);
  // Whoever logs in here goes on to where they asked for it.
  const hasNavigated = useRef(false);
  useEffect(() => {
    if (isLoggedIn && !hasNavigated.current) navigate(onward, { replace: true });
  }, [isLoggedIn, navigate, onward]);

  // Another browser asked for the code: it is of use there alone.
  if (otp && !pendingLogin && strength !== "full")
    return (
      <LoginFrame>
        <h1>{t("otp.fallback.title")}</h1>
        <OtpFallback otp={otp} />
      </LoginFrame>
    );
  return (
    <LoginFrame>
      <h1>{t("login.title")}</h1>
      {otp === undefined || strength === "full" || signed === "pending" ? (
        <Skeleton shape="control" count={2} />
      ) : (
        <LoginPanel
          redirect={wanted ?? "/"}
          otp={otp ?? undefined}
          message={signed === "failed" ? t("elsewhere.failed") : request?.message}
          onDone={(_, path) => {
            hasNavigated.current = true;
            navigate(path, { replace: true });
          }}
        />
      )}
    </LoginFrame>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["login.title"] ?? loginStrings["login.title"],
});
