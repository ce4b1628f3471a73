import { plainText } from "@foyer/rules/values/text/plainText.ts";
import { useState } from "react";
import type { LoginReply, User } from "@foyer/contract/shop/login.ts";
import { Refused } from "../../../api/call.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { requestLogin, requestOtpFor } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { acceptsOtp, type LoginFieldName, type LoginMethodName } from "../loginMethod.ts";
import { pathAfterLogin, useCompleteLogin } from "../session/useCompleteLogin.ts";
import { buildCredentials, type LoginContext, type TypedCredentials } from "./credentials.ts";
import { describeLoginRefusal, type LoginRefusal } from "./loginRefusal.ts";
import { useAttempt } from "./useAttempt.ts";

export type LoginStepsProps = {
  readonly method: LoginMethodName;
  readonly fields: readonly LoginFieldName[];
  /** On the event page all fields are shown at once; at the checkout errors are more specific. */
  readonly at?: LoginContext;
  /** The path in this storefront to go to after the login. It is kept for a login by an e-mailed link. */
  readonly redirect: string;
  /** Called after the login, with the path to go to. */
  readonly onDone: (user: User | undefined, path: string) => void;
  /** The passcode of an e-mailed link. It opens the passcode step in the browser that requested it. */
  readonly otp?: string | undefined;
};

export type LoginStep =
  | { readonly kind: "email" | "password" | "otp_unavailable" }
  | { readonly kind: "otp_form"; readonly token: string; readonly otp?: string | undefined };

/** The steps of a login: the typed values, the refusals, and the requests. */
export const useLoginSteps = ({ method, fields, at, redirect, onDone, otp }: LoginStepsProps) => {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const { slug } = useSeller();
  const completeLogin = useCompleteLogin();
  const saved = savedStoreFor(slug);
  const [pendingOtp] = useState(() => (otp !== undefined && acceptsOtp(method) ? saved.get().login : null));
  const [step, setStep] = useState<LoginStep>(
    pendingOtp ? { kind: "otp_form", token: pendingOtp.token, otp } : { kind: "email" },
  );
  const [typed, setTyped] = useState<TypedCredentials>({ email: pendingOtp?.email ?? "" });
  const [refusal, setRefusal] = useState<LoginRefusal>();
  const { isBusy, attempt } = useAttempt();
  const email = plainText(typed.email ?? "");
  const redirect_path = pendingOtp?.redirect_path ?? redirect;

  const goTo = (next: LoginStep): void => {
    setRefusal(undefined);
    setStep(next);
  };
  const describe = (error: unknown) => describeLoginRefusal(error, method, { t, shared });
  const refuseEmail = (): void => setRefusal({ text: t("login.email.invalid"), field: "email" });
  const done = (reply: LoginReply): void => {
    const user = completeLogin(reply);
    onDone(user, pathAfterLogin(user, redirect_path));
  };

  const requestCode = (): Promise<string> => requestOtpFor(slug, email, redirect_path);
  const enterCode = (token: string): void => {
    saved.change({ login: { email, token, redirect_path } });
    goTo({ kind: "otp_form", token });
  };
  const showCodeFailure = (error: unknown): void => {
    const code = error instanceof Refused ? error.code : "";
    if (code === "validation_failed" || code === "validate_not_email") return refuseEmail();
    if (code === "too_many_requests" || code === "captcha_failed") return setRefusal(describe(error));
    // The visitor closed the captcha.
    if (!(error instanceof Refused) && describe(error) === undefined) return undefined;
    goTo({ kind: "otp_unavailable" });
  };
  return {
    step,
    typed,
    email,
    refusal,
    isBusy,
    goTo,
    done,
    change: (next: TypedCredentials): void => {
      setTyped(next);
      if (refusal?.field !== undefined) setRefusal(undefined);
    },
    /** Returns to the e-mail address, which the server rejects as invalid. */
    rejectEmail: (): void => {
      setStep({ kind: "email" });
      refuseEmail();
    },
    sendCode: (): void => void attempt(requestCode, enterCode, showCodeFailure),
    resendCode: async (): Promise<void> => enterCode(await requestCode()),
    logIn: (): void => {
      setRefusal(undefined);
      void attempt(
        () => requestLogin(buildCredentials(fields, typed), at),
        done,
        (error) => setRefusal(describe(error)),
      );
    },
  };
};
