import { useEffect, useRef } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { NarrowPage } from "../../shared/page/NarrowPage.tsx";
import { loginStrings } from "../../features/login/login.strings.ts";
import { LoginPanel } from "../../features/login/panel/LoginPanel.tsx";
import { closeLoginDialog, useLoginDialogRequest } from "../../features/login/session/loginDialogStore.ts";
import { OtpFallback } from "../../features/login/panel/OtpFallback.tsx";
import { pathAfterLogin } from "../../features/login/session/useCompleteLogin.ts";
import { useHasWholeLogin } from "../../features/login/session/useHasWholeLogin.ts";
import { useMember } from "../../features/login/session/useMember.ts";
import { useJwtLogin } from "../../features/login/session/useJwtLogin.ts";
import { useSaved } from "../../shared/storage/saved.ts";
import { canLogIn } from "../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { paths } from "../../shared/url/paths.ts";
import { useUrlSecret } from "../../shared/url/useUrlSecret.ts";
import type { ScreenContext } from "../screen.ts";

/** The login page: the target of e-mails with a code and of logins at another provider. */
export function Screen() {
  const t = useText(loginStrings);
  const seller = useSeller();
  const otp = useUrlSecret("otp");
  const signed = useJwtLogin();
  const request = useLoginDialogRequest();
  // The message was shown here and must not open a dialog on the next page.
  useEffect(() => closeLoginDialog, []);
  const { strength, user, isLoading } = useMember();
  const [{ login: pendingLogin }] = useSaved();
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("redirect");
  const isLoggedIn = useHasWholeLogin() && !isLoading;
  const onward = pathAfterLogin(user, wanted);
  // After a login the visitor returns to where they asked for it.
  const hasNavigated = useRef(false);
  useEffect(() => {
    if (isLoggedIn && !hasNavigated.current) navigate(onward, { replace: true });
  }, [isLoggedIn, navigate, onward]);

  // The code was requested in another browser and can only be used there.
  if (otp && !pendingLogin && strength !== "full")
    return (
      <NarrowPage>
        <h1>{t("otp.fallback.title")}</h1>
        <OtpFallback otp={otp} />
      </NarrowPage>
    );
  return (
    <NarrowPage>
      <h1>{t("login.title")}</h1>
      {otp === undefined || isLoggedIn || strength === "full" || signed === "pending" ? (
        <Skeleton shape="control" count={2} />
      ) : (
        <LoginPanel
          redirect={wanted ?? "/"}
          otp={otp ?? undefined}
          message={signed === "failed" ? t("sso.failed") : request?.message}
          onDone={(_, path) => {
            hasNavigated.current = true;
            navigate(path, { replace: true });
          }}
        />
      )}
      {!canLogIn(seller) && (
        <p>
          <Link href={paths.allEvents()} {...buttonAttributes({ kind: "text" })}>
            {t("login.disabled.events")}
          </Link>
        </p>
      )}
    </NarrowPage>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["login.title"] ?? loginStrings["login.title"],
});
