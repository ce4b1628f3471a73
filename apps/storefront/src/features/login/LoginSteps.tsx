import { useState } from "react";
import type { LoginReply } from "@foyer/contract/login.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Refused } from "../../api/call.ts";
import { savedOf } from "../../shared/saved.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { FirstStep, type FirstAction } from "./FirstStep.tsx";
import css from "./Login.module.css";
import { askForOtp, logInWith } from "./login.queries.ts";
import { loginStrings } from "./login.strings.ts";
import { credentialsOf, type Typed } from "./loginForm.ts";
import { hasSteps, takesCode, takesPassword, type FieldName, type Method } from "./loginMethod.ts";
import type { LoginPanelProps } from "./LoginPanel.tsx";
import { loginRefusal, type LoginRefusal } from "./loginRefused.ts";
import { OtpStep } from "./OtpStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { beyondLogin, useArrived } from "./useArrived.ts";
import { useAttempt } from "./useAttempt.ts";

/** Where somebody is on the way in. */
type Step =
  | { readonly kind: "email" | "password" | "otp_unavailable" }
  | { readonly kind: "otp_form"; readonly token: string; readonly otp?: string | undefined };

type LoginStepsProps = Omit<LoginPanelProps, "message"> & {
  readonly method: Method;
  readonly fields: readonly FieldName[];
};

/** An address, then a password or a code; or all that a member is asked for at once. */
export function LoginSteps({ method, fields, at, redirect, onDone, otp }: LoginStepsProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const seller = useSeller();
  const arrived = useArrived();
  const saved = savedOf(seller.slug);
  const [asked] = useState(() => (otp !== undefined && takesCode(method) ? saved.get().login : null));
  const [step, setStep] = useState<Step>(asked ? { kind: "otp_form", token: asked.token, otp } : { kind: "email" });
  const [typed, setTyped] = useState<Typed>({ email: asked?.email ?? "" });
  const [refusal, setRefusal] = useState<LoginRefusal>();
  const { isBusy, attempt } = useAttempt();
  const email = (typed.email ?? "").trim();
  const redirect_path = asked?.redirect_path ?? redirect;

  const done = (reply: LoginReply): void => {
    const user = arrived(reply);
    onDone(user, beyondLogin(user, redirect_path));
  };
  const goTo = (next: Step): void => {
    setRefusal(undefined);
    setStep(next);
  };
  const refuse = (error: unknown): void => setRefusal(loginRefusal(error, method, { t, shared }));

  const keepAsked = (token: string, address: string): void => {
    saved.change({ login: { email: address, token, redirect_path } });
    goTo({ kind: "otp_form", token });
  };
  const sendCode = (): void =>
    void attempt(
      () => askForOtp(seller.slug, email, redirect_path),
      (token) => keepAsked(token, email),
      (error) => {
        const code = error instanceof Refused ? error.code : "";
        if (code === "validation_failed" || code === "validate_not_email")
          return setRefusal({ text: t("login.email.invalid"), field: "email" });
        if (error instanceof Refused && ["too_many_requests", "captcha_failed"].includes(code)) return refuse(error);
        if (!(error instanceof Refused) && loginRefusal(error, method, { t, shared }) === undefined) return undefined;
        goTo({ kind: "otp_unavailable" });
      },
    );
  const logIn = (): void => {
    setRefusal(undefined);
    void attempt(() => logInWith(credentialsOf(fields, typed), at), done, refuse);
  };
  const back = () => goTo({ kind: "email" });

  const byCode: FirstAction = { label: t("login.send_code"), needs: ["email"], act: sendCode };
  const isStepwise = hasSteps(method) && at !== "reserve";
  const byPassword: FirstAction = isStepwise
    ? {
        label: t(takesCode(method) ? "login.use_password" : "login.continue"),
        needs: ["email"],
        act: () => goTo({ kind: "password" }),
      }
    : { label: t("login.submit"), needs: fields, act: logIn };
  const actions: readonly FirstAction[] =
    method === "otp"
      ? [byCode]
      : method !== "otp_or_password"
        ? [byPassword]
        : isStepwise
          ? [byCode, byPassword]
          : [byPassword, byCode];

  switch (step.kind) {
    case "email":
      return (
        <FirstStep
          fields={isStepwise ? ["email"] : fields}
          problem={refusal?.field === undefined ? refusal?.text : undefined}
          isEmailRefused={refusal?.field === "email"}
          onType={(next) => {
            setTyped(next);
            if (refusal?.field !== undefined) setRefusal(undefined);
          }}
          {...{ actions, at, typed, isBusy }}
        />
      );
    case "password":
      return (
        <PasswordStep
          {...{ email, method, at }}
          onDone={done}
          onBack={back}
          onEmailRefused={() => {
            setStep({ kind: "email" });
            setRefusal({ text: t("login.email.invalid"), field: "email" });
          }}
        />
      );
    case "otp_form":
      return (
        <OtpStep
          token={step.token}
          otp={step.otp}
          email={email}
          onDone={done}
          onBack={back}
          onResend={async () => keepAsked(await askForOtp(seller.slug, email, redirect_path), email)}
        />
      );
    case "otp_unavailable":
      return (
        <div className={css.form}>
          <Banner tone="warning">{t("otp.unavailable")}</Banner>
          <div className={css.pair}>
            {takesPassword(method) && (
              <Button kind="primary" onClick={() => goTo({ kind: "password" })}>
                {t("login.use_password")}
              </Button>
            )}
            <Button onClick={back}>{t("login.back")}</Button>
          </div>
        </div>
      );
  }
}
