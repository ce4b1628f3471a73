import { Button } from "@foyer/ui/Button.tsx";
import { useSeller, useText } from "../../shared/seller.tsx";
import css from "./Login.module.css";
import { loginStrings } from "./login.strings.ts";
import { wishLogin } from "./loginWish.ts";
import { useMember } from "./useMember.ts";

/** At the checkout: a way in for those who have an account, and who is buying for those who used it. */
export function CheckoutLogin() {
  const t = useText(loginStrings);
  const { configuration } = useSeller();
  const { strength, user } = useMember();
  if (strength === "full") {
    const email = user?.identity.email;
    return email ? <p className={css.quiet}>{t("checkout_login.as", { email })}</p> : null;
  }
  if (configuration.authentication === "none") return null;
  return (
    <p className={css.inline}>
      {t("checkout_login.question")}{" "}
      <Button kind="text" onClick={() => wishLogin({ required: false, at: "checkout" })}>
        {t("checkout_login.log_in")}
      </Button>
    </p>
  );
}
