import { useState } from "react";
import type { LoginReply } from "@foyer/contract/shop/login.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Refused } from "../../../api/call.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { CredentialsStep, type LoginAction } from "./CredentialsStep.tsx";
import css from "../Login.module.css";
import { sendOtp, logInWithCredentials } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { buildCredentials, type TypedCredentials } from "./credentials.ts";
import { hasLoginSteps, acceptsOtp, acceptsPassword, type LoginFieldName, type LoginMethod } from "../loginMethod.ts";
import type { LoginPanelProps } from "./LoginPanel.tsx";
import { describeLoginRefusal, type LoginRefusal } from "./loginRefusal.ts";
import { OtpStep } from "./OtpStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { pathAfterLogin, useCompleteLogin } from "../session/useCompleteLogin.ts";
import { useAttempt } from "./useAttempt.ts";

/** Where somebody is on the way in. */
type LoginStep =
  | { readonly kind: "email" | "password" | "otp_unavailable" }
  | { readonly kind: "otp_form"; readonly token: string; readonly otp?: string | undefined };

type LoginStepsProps = Omit<LoginPanelProps, "message"> & {
  readonly method: LoginMethod;
  readonly fields: readonly LoginFieldName[];
};

/** An address, then a password or a code; or all that a member is asked for at once. */
export function LoginSteps({ method, fields, at, redirect, onDone, otp }: LoginStepsProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const seller = useSeller();
  const completeLogin = useCompleteLogin();
  const saved = savedStoreFor(seller.slug);
  const [pendingOtp] = useState(() => (otp !== undefined && acceptsOtp(method) ? saved.get().login : null));
  const [step, setStep] = useState<LoginStep>(
    pendingOtp ? { kind: "otp_form", token: pendingOtp.token, otp } : { kind: "email" },
  );
  const [typed, setTyped] = useState<TypedCredentials>({ email: pendingOtp?.email ?? "" });
  const [refusal, setRefusal] = useState<LoginRefusal>();
  const { isBusy, attempt } = useAttempt();
  const email = (typed.email ?? "").trim();
  const redirect_path = pendingOtp?.redirect_path ?? redirect;

  const done = (reply: LoginReply): void => {
    const user = completeLogin(reply);
    onDone(user, pathAfterLogin(user, redirect_path));
  };
  const goTo = (next: LoginStep): void => {
    setRefusal(undefined);
    setStep(next);
  };
  const showRefusal = (error: unknown): void => setRefusal(describeLoginRefusal(error, method, { t, shared }));

  const storeOtpRequest = (token: string, address: string): void => {
    saved.change({ login: { email: address, token, redirect_path } });
    goTo({ kind: "otp_form", token });
  };
  const sendCode = (): void =>
    void attempt(
      () => sendOtp(seller.slug, email, redirect_path),
      (token) => storeOtpRequest(token, email),
      (error) => {
        const code = error instanceof Refused ? error.code : "";
        if (code === "validation_failed" || code === "validate_not_email")
          return setRefusal({ text: t("login.email.invalid"), field: "email" });
        if (error instanceof Refused && ["too_many_requests", "captcha_failed"].includes(code))
          return showRefusal(error);
        if (!(error instanceof Refused) && describeLoginRefusal(error, method, { t, shared }) === undefined)
          return undefined;
        goTo({ kind: "otp_unavailable" });
      },
    );
  const logIn = (): void => {
    setRefusal(undefined);
    void attempt(() => logInWithCredentials(buildCredentials(fields, typed), at), done, showRefusal);
  };
  const back = () => goTo({ kind: "email" });

  const codeAction: LoginAction = { label: t("login.send_code"), requires: ["email"], run: sendCode };
  const isStepwise = hasLoginSteps(method) && at !== "reserve";
  const passwordAction: LoginAction = isStepwise
    ? {
        label: t(acceptsOtp(method) ? "login.use_password" : "login.continue"),
        requires: ["email"],
        run: () => goTo({ kind: "password" }),
      }
    : { label: t("login.submit"), requires: fields, run: logIn };
  const actions: readonly LoginAction[] =
    method === "otp"
      ? [codeAction]
      : method !== "otp_or_password"
        ? [passwordAction]
        : isStepwise
          ? [codeAction, passwordAction]
          : [passwordAction, codeAction];

  switch (step.kind) {
    case "email":
      return (
        <CredentialsStep
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
          onResend={async () => storeOtpRequest(await sendOtp(seller.slug, email, redirect_path), email)}
        />
      );
    case "otp_unavailable":
      return (
        <div className={css.form}>
          <Banner tone="warning">{t("otp.unavailable")}</Banner>
          <div className={css.pair}>
            {acceptsPassword(method) && (
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
