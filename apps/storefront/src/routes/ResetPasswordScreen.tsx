import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import css from "../features/login/Login.module.css";
import { loginStrings } from "../features/login/login.strings.ts";
import { ResetPassword } from "../features/login/ResetPassword.tsx";
import { useText } from "../shared/seller.tsx";
import { useSecret } from "../shared/useSecret.ts";
import type { Place } from "./screen.ts";
import { useForGuests } from "./useForGuests.ts";

export function Screen() {
  const t = useText(loginStrings);
  const token = useSecret("token");
  useForGuests(token === null || token === "");
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

export const head = ({ boot }: Place) => ({ title: boot.seller.strings["reset.title"] ?? loginStrings["reset.title"] });
