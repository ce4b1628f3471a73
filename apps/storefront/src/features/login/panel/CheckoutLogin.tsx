import { Button } from "@foyer/ui/action/Button.tsx";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "../Login.module.css";
import { loginStrings } from "../login.strings.ts";
import { opensAccount } from "@foyer/rules/account/opensAccount.ts";
import { hasWholeLogin } from "../loginMethod.ts";
import { openLoginDialog } from "../session/loginDialogStore.ts";
import { useLoginStrength } from "../session/loginStrength.ts";

/**
 * Offers to log in at the checkout. If a member number does not open an account, it asks visitors who have not entered one.
 */
export function CheckoutLogin() {
  const t = useText(loginStrings);
  const { configuration } = useSeller();
  const isLoggedIn = hasWholeLogin(useLoginStrength(), configuration);
  if (isLoggedIn || configuration.authentication === "none") return null;
  return (
    <p className={css.inline}>
      {t(opensAccount(configuration) ? "checkout_login.question" : "checkout_login.member")}{" "}
      <Button kind="text" onClick={() => openLoginDialog({ required: false, at: "checkout" })}>
        {t("checkout_login.log_in")}
      </Button>
    </p>
  );
}
