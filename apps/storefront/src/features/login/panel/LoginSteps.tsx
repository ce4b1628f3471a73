import { useText } from "../../../shared/seller/seller.tsx";
import { loginStrings } from "../login.strings.ts";
import { acceptsOtp, acceptsPassword, hasLoginSteps } from "../loginMethod.ts";
import { CredentialsStep, type LoginAction } from "./CredentialsStep.tsx";
import { loginActionsOf, type LoginActionName } from "./loginActions.ts";
import { OtpStep } from "./OtpStep.tsx";
import { OtpUnavailable } from "./OtpUnavailable.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { useLoginSteps, type LoginStepsProps } from "./useLoginSteps.ts";

/** An e-mail address, then a password or a passcode; or all fields at once. */
export function LoginSteps(props: LoginStepsProps) {
  const { method, fields, at } = props;
  const t = useText(loginStrings);
  const steps = useLoginSteps(props);
  const { step, email, refusal, typed, isBusy, goTo, done } = steps;
  const isStepwise = hasLoginSteps(method) && at !== "reserve";
  const goBack = (): void => goTo({ kind: "email" });
  const enterPassword = (): void => goTo({ kind: "password" });

  const actions: Readonly<Record<LoginActionName, LoginAction>> = {
    send_code: { label: t("login.send_code"), requires: ["email"], run: steps.sendCode },
    enter_password: {
      label: t(acceptsOtp(method) ? "login.use_password" : "login.continue"),
      requires: ["email"],
      run: enterPassword,
    },
    log_in: { label: t("login.submit"), requires: fields, run: steps.logIn },
  };
  switch (step.kind) {
    case "email":
      return (
        <CredentialsStep
          fields={isStepwise ? ["email"] : fields}
          actions={loginActionsOf(method, isStepwise).map((name) => actions[name])}
          problem={refusal?.field === undefined ? refusal?.text : undefined}
          isEmailRefused={refusal?.field === "email"}
          onType={steps.change}
          {...{ at, typed, isBusy }}
        />
      );
    case "password":
      return (
        <PasswordStep {...{ email, method, at }} onDone={done} onBack={goBack} onEmailRefused={steps.rejectEmail} />
      );
    case "otp_form":
      return (
        <OtpStep
          token={step.token}
          otp={step.otp}
          email={email}
          onDone={done}
          onBack={goBack}
          onResend={steps.resendCode}
        />
      );
    case "otp_unavailable":
      return <OtpUnavailable onUsePassword={acceptsPassword(method) ? enterPassword : undefined} onBack={goBack} />;
  }
}
