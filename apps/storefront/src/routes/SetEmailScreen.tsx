import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { sameSitePath } from "@foyer/rules/sameSite.ts";
import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import css from "../features/login/Login.module.css";
import { loginStrings } from "../features/login/login.strings.ts";
import { ProveEmail, SetEmail } from "../features/login/SetEmail.tsx";
import { useMember } from "../features/login/useMember.ts";
import { useHydrated } from "../shared/useHydrated.ts";
import { useText } from "../shared/seller.tsx";
import { useSecret } from "../shared/useSecret.ts";
import type { Place } from "./screen.ts";

/** Pushed after a login when the account has no address; the link of the letter that proves one leads here, too. */
export function Screen() {
  const t = useText(loginStrings);
  const token = useSecret("token");
  const isHydrated = useHydrated();
  const { strength, user, isLoading } = useMember();
  const [, navigate] = useLocation();
  const onward = sameSitePath(new URLSearchParams(useSearch()).get("redirect")) ?? "/";
  const isKnown = isHydrated && token !== undefined && !isLoading;
  const isNothingHere = isKnown && !token && (strength !== "full" || user?.needs_email === false);
  useEffect(() => {
    if (isNothingHere) navigate(onward, { replace: true });
  }, [isNothingHere, navigate, onward]);
  return (
    <Page>
      <div className={css.screen}>
        {token ? (
          <ProveEmail token={token} onward={onward} />
        ) : user?.needs_email ? (
          <SetEmail user_id={user.id} onward={onward} />
        ) : (
          <>
            <h1>{t("set_email.title")}</h1>
            <Skeleton shape="control" count={2} />
          </>
        )}
      </div>
    </Page>
  );
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["set_email.title"] ?? loginStrings["set_email.title"],
});
