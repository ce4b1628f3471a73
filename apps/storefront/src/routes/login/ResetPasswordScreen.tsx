import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { NarrowPage } from "../../shared/page/NarrowPage.tsx";
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
    <NarrowPage>
      {token ? (
        <ResetPassword token={token} />
      ) : (
        <>
          <h1>{t("reset.title")}</h1>
          <Skeleton shape="control" count={2} />
        </>
      )}
    </NarrowPage>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["reset.title"] ?? loginStrings["reset.title"],
});
