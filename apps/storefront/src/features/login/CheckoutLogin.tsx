import { Button } from "@foyer/ui/Button.tsx";
import { useSeller, useText } from "../../shared/seller.tsx";
import css from "./Login.module.css";
import { loginStrings } from "./login.strings.ts";
import { wishLogin } from "./loginWish.ts";
import { useStrength } from "./loggedIn.ts";

/** At the checkout: a way in for those who have an account. */
export function CheckoutLogin() {
  const t = useText(loginStrings);
  const { configuration } = useSeller();
  const isIn = useStrength() === "full";
  if (isIn || configuration.authentication === "none") return null;
  return (
    <p className={css.inline}>
      {t("checkout_login.question")}{" "}
      <Button kind="text" onClick={() => wishLogin({ required: false, at: "checkout" })}>
        {t("checkout_login.log_in")}
      </Button>
    </p>
  );
}
