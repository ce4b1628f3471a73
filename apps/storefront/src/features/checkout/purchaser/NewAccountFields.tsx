import { Field } from "@foyer/ui/form/Field.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { loginStrings } from "../../login/login.strings.ts";
import { PasswordInput } from "../../login/PasswordInput.tsx";
import checkoutCss from "../Checkout.module.css";
import css from "./Purchaser.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import type { NewAccountForm } from "./useNewAccount.ts";

/** Lets the buyer choose a password for a new account. */
export function NewAccountFields({ account }: { readonly account: NewAccountForm }) {
  const { asked, password, confirmation, problems, setPassword, setConfirmation, checkPassword } = account;
  const t = useText(checkoutStrings);
  const login = useText(loginStrings);
  const shared = useText(sharedStrings);
  const messages = {
    required: shared("form.required"),
    invalid: login("reset.password.invalid"),
    common: t("account.new.common"),
    mismatch: login("reset.password.mismatch"),
  };
  const isRequired = asked === "required";
  const optional = !isRequired && t("account.new.optional");
  return (
    <fieldset className={css.newAccount}>
      <legend>{t("account.new.title")}</legend>
      <p className={checkoutCss.quiet}>{t("account.new.text")}</p>
      <div className={css.fields}>
        <Field
          label={t("account.new.password")}
          hint={login("reset.help")}
          error={problems.password && messages[problems.password]}
          required={isRequired}
          optional={optional}
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onBlur={checkPassword}
          />
        </Field>
        <Field
          label={t("account.new.confirm")}
          error={problems.confirmation && messages[problems.confirmation]}
          required={isRequired}
          optional={optional}
        >
          <PasswordInput
            name="password_confirm"
            autoComplete="new-password"
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        </Field>
      </div>
    </fieldset>
  );
}
