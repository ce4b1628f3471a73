import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { reportError } from "../../shared/errors/reportError.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { endSession } from "../login/login.queries.ts";
import { forgetVisitor } from "../login/session/forgetVisitor.ts";
import { isLogoutUrl } from "../login/session/ssoRedirect.ts";
import { aftersaleStrings } from "./aftersale.strings.ts";

/** For a member who views somebody else's order: after logging out here they stay on the order, which its link opens. */
export function LogoutNotice({ onLogOut }: { readonly onLogOut: () => void }) {
  const { slug } = useSeller();
  const client = useQueryClient();
  const t = useText(aftersaleStrings);
  const [isBusy, setBusy] = useState(false);
  const logOut = async (): Promise<void> => {
    setBusy(true);
    const reply = await endSession().catch((error: unknown) => reportError(error));
    onLogOut();
    // Local data are cleared whatever the server answers.
    forgetVisitor(client, slug);
    const logout_url = reply?.logout_url ?? null;
    if (isLogoutUrl(logout_url)) window.location.replace(logout_url);
  };
  return (
    <Banner
      action={
        <Button size="small" busy={isBusy} onClick={() => void logOut()}>
          {t("manage.logout.button")}
        </Button>
      }
    >
      {t("manage.logout")}
    </Banner>
  );
}
