import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { sameSitePath } from "@foyer/rules/values/safeUrls.ts";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { NarrowPage } from "../../shared/page/NarrowPage.tsx";
import { loginStrings } from "../../features/login/login.strings.ts";
import { ConfirmEmail, SetEmail } from "../../features/login/email/SetEmail.tsx";
import { useMember } from "../../features/login/session/useMember.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { useUrlSecret } from "../../shared/url/useUrlSecret.ts";
import type { ScreenContext } from "../screen.ts";

/** Shown after a login when the account has no e-mail address, and by the link that confirms one. */
export function Screen() {
  const t = useText(loginStrings);
  const token = useUrlSecret("token");
  const isHydrated = useHydrated();
  const { strength, user, isLoading } = useMember();
  const [, navigate] = useLocation();
  const onward = sameSitePath(new URLSearchParams(useSearch()).get("redirect")) ?? "/";
  const isKnown = isHydrated && token !== undefined && !isLoading;
  const hasNothingToDo = isKnown && !token && (strength !== "full" || user?.needs_email === false);
  useEffect(() => {
    if (hasNothingToDo) navigate(onward, { replace: true });
  }, [hasNothingToDo, navigate, onward]);
  return (
    <NarrowPage>
      {token ? (
        <ConfirmEmail token={token} continueTo={onward} />
      ) : user?.needs_email ? (
        <SetEmail user_id={user.id} continueTo={onward} />
      ) : (
        <>
          <h1>{t("set_email.title")}</h1>
          <Skeleton shape="control" count={2} />
        </>
      )}
    </NarrowPage>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["set_email.title"] ?? loginStrings["set_email.title"],
});
