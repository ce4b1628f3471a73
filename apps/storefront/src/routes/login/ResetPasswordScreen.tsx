import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import css from "../../features/login/Login.module.css";
import { loginStrings } from "../../features/login/login.strings.ts";
import { ResetPassword } from "../../features/login/email/ResetPassword.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { useUrlSecret } from "../../shared/url/useUrlSecret.ts";
import type { ScreenContext } from "../screen.ts";
import { useGuestOnly } from "./useGuestOnly.ts";

export function Screen() {
  const t = useText(loginStrings);
  const token = useUrlSecret("token");
  useGuestOnly(token === null || token === "");
  return (
    <Page>
      <div className={css.screen}>
        {token ? (
          <ResetPassword token={token} />
        ) : (
          <>
            <h1>{t("reset.title")}</h1>
            <Skeleton shape="control" count={2} />
          </>
        )}
      </div>
    </Page>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["reset.title"] ?? loginStrings["reset.title"],
});
