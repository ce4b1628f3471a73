import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { LoginReply } from "@foyer/contract/login.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { paths } from "../../shared/paths.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import css from "./Login.module.css";
import { logInWith } from "./login.queries.ts";
import { loginStrings } from "./login.strings.ts";
import { credentialsOf, problemsOf, type FieldProblem, type LoginPlace } from "./loginForm.ts";
import { LoginField } from "./LoginField.tsx";
import type { Method } from "./loginMethod.ts";
import { loginRefusal, type LoginRefusal } from "./loginRefused.ts";
import { useAttempt } from "./useAttempt.ts";

export type PasswordStepProps = {
  readonly email: string;
  readonly method: Method;
  readonly at: LoginPlace;
  readonly onDone: (reply: LoginReply) => void;
  readonly onBack: () => void;
  /** The server does not take the address for one. */
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
  useEffect(() => field.current?.focus(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const wrong = problemsOf(["password"], { password }, at).password;
    setProblem(wrong);
    setRefusal(undefined);
    if (wrong) return field.current?.focus();
    void attempt(
      () => logInWith(credentialsOf(["email", "password"], { email, password }), at),
      onDone,
      (error) => {
        const said = loginRefusal(error, method, { t, shared });
        if (said?.field === "email") return onEmailRefused();
        setRefusal(said);
        field.current?.focus();
      },
    );
  };

  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {refusal && (
        <Banner
          tone="error"
          action={refusal.forgot && <Link href={paths.forgotPassword()}>{t("login.forgot_password")}</Link>}
        >
          {refusal.text}
        </Banner>
      )}
      <p className={css.who}>{t("login.as", { email })}</p>
      {/* For the browser's own keeper of passwords, which looks for the name that goes with one. */}
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
      <p className={css.ways}>
        <Link href={paths.forgotPassword()}>{t("login.forgot_password")}</Link>
      </p>
    </form>
  );
}
