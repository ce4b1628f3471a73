import { useEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import css from "../features/login/Login.module.css";
import { loginStrings } from "../features/login/login.strings.ts";
import { LoginPanel } from "../features/login/LoginPanel.tsx";
import { answerLogin, useLoginWish } from "../features/login/loginWish.ts";
import { OtpFallback } from "../features/login/OtpFallback.tsx";
import { beyondLogin } from "../features/login/useArrived.ts";
import { useMember } from "../features/login/useMember.ts";
import { useSignedLogin } from "../features/login/useSignedLogin.ts";
import { useSaved } from "../shared/saved.ts";
import { useText } from "../shared/seller.tsx";
import { useSecret } from "../shared/useSecret.ts";
import type { Place } from "./screen.ts";

/** The login on a page of its own: where letters with a code lead, and whoever was sent to another's login comes back to. */
export function Screen() {
  const t = useText(loginStrings);
  const otp = useSecret("otp");
  const signed = useSignedLogin();
  const wish = useLoginWish();
  // What was to be said here is said; it opens no dialog on the next page.
  useEffect(() => answerLogin, []);
  const { strength, user, isLoading } = useMember();
  const [{ login: asked }] = useSaved();
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get("redirect");
  const isIn = strength === "full" && !isLoading;
  const onward = beyondLogin(user, wanted);
  // Whoever logs in here goes on to where they asked for it.
  const isLed = useRef(false);
  useEffect(() => {
    if (isIn && !isLed.current) navigate(onward, { replace: true });
  }, [isIn, navigate, onward]);

  // Another browser asked for the code: it is of use there alone.
  if (otp && !asked && strength !== "full")
    return (
      <Page>
        <div className={css.screen}>
          <h1>{t("otp.fallback.title")}</h1>
          <OtpFallback otp={otp} />
        </div>
      </Page>
    );
  return (
    <Page>
      <div className={css.screen}>
        <h1>{t("login.title")}</h1>
        {otp === undefined || strength === "full" || signed === "under way" ? (
          <Skeleton shape="control" count={2} />
        ) : (
          <LoginPanel
            redirect={wanted ?? "/"}
            otp={otp ?? undefined}
            message={signed === "failed" ? t("elsewhere.failed") : wish?.message}
            onDone={(_, path) => {
              isLed.current = true;
              navigate(path, { replace: true });
            }}
          />
        )}
      </div>
    </Page>
  );
}

export const head = ({ boot }: Place) => ({ title: boot.seller.strings["login.title"] ?? loginStrings["login.title"] });
