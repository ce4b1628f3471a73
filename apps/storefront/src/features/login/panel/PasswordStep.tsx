import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { LoginReply } from "@foyer/contract/shop/login.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Login.module.css";
import { requestLogin } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { buildCredentials, findFieldProblems, type FieldProblem, type LoginContext } from "./credentials.ts";
import { LoginField } from "./LoginField.tsx";
import type { LoginMethodName } from "../loginMethod.ts";
import { describeLoginRefusal, type LoginRefusal } from "./loginRefusal.ts";
import { useAttempt } from "./useAttempt.ts";

export type PasswordStepProps = {
  readonly email: string;
  readonly method: LoginMethodName;
  readonly at: LoginContext;
  readonly onDone: (reply: LoginReply) => void;
  readonly onBack: () => void;
  /** The server rejects the e-mail address as invalid. */
  readonly onEmailRefused: () => void;
};

export function PasswordStep({ email, method, at, onDone, onBack, onEmailRefused }: PasswordStepProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<FieldProblem>();
  const [refusal, setRefusal] = useState<LoginRefusal>();
  const { isBusy, attempt } = useAttempt();
  useEffect(() => {
    field.current?.focus();
  }, []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const fieldProblem = findFieldProblems(["password"], { password }, at).password;
    setProblem(fieldProblem);
    setRefusal(undefined);
    if (fieldProblem) return field.current?.focus();
    void attempt(
      () => requestLogin(buildCredentials(["email", "password"], { email, password }), at),
      onDone,
      (error) => {
        const message = describeLoginRefusal(error, method, { t, shared });
        if (message?.field === "email") return onEmailRefused();
        setRefusal(message);
        field.current?.focus();
      },
    );
  };

  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {refusal && (
        <Banner
          tone="error"
          action={refusal.offersReset && <Link href={paths.forgotPassword()}>{t("login.forgot_password")}</Link>}
        >
          {refusal.text}
        </Banner>
      )}
      <p className={css.email}>{t("login.as", { email })}</p>
      {/* Password managers look for the user name next to the password. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <LoginField
        ref={field}
        name="password"
        at={at}
        value={password}
        problem={problem}
        onChange={(value) => {
          setPassword(value);
          setProblem(undefined);
        }}
      />
      <div className={css.pair}>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t("login.submit")}
        </Button>
        <Button onClick={onBack}>{t("login.back")}</Button>
      </div>
      {!refusal?.offersReset && (
        <p className={css.links}>
          <Link href={paths.forgotPassword()}>{t("login.forgot_password")}</Link>
        </p>
      )}
    </form>
  );
}
