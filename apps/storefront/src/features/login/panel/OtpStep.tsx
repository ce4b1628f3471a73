import { useEffect, useRef, useState, type FormEvent } from "react";
import { loginLimits as limits, type LoginReply } from "@foyer/contract/shop/login.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { PasscodeInput } from "@foyer/ui/form/PasscodeInput.tsx";
import { Refused } from "../../../api/call.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "../Login.module.css";
import { logInWithOtp } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { useAttempt } from "./useAttempt.ts";

export type OtpStepProps = {
  readonly email: string;
  readonly token: string;
  /** The code of the letter's link. */
  readonly otp?: string | undefined;
  readonly onDone: (reply: LoginReply) => void;
  readonly onBack: () => void;
  /** Sends another code; what comes of it is a new token. */
  readonly onResend: () => Promise<void>;
};

/** What is wrong with a code; without another one it goes no further. */
type OtpProblem = { readonly text: string; readonly needsNewCode?: boolean };

const waitSeconds = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

export function OtpStep({ email, token, otp = "", onDone, onBack, onResend }: OtpStepProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const { configuration } = useSeller();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(otp);
  const [problem, setProblem] = useState<OtpProblem>();
  const [isWaiting, setWaiting] = useState(false);
  const [isHintShown, setHintShown] = useState(false);
  const submission = useAttempt();
  const resendAttempt = useAttempt();
  const needsNewCode = problem?.needsNewCode === true;

  useEffect(() => {
    field.current?.focus();
    const timer = setTimeout(() => setHintShown(true), limits.otp_hint_seconds * 1000);
    return () => clearTimeout(timer);
  }, [token]);

  /** The letter may still be on its way: asked again for a while. */
  const submitOtp = async (): Promise<LoginReply | undefined> => {
    for (let retries = 0; ; retries++)
      try {
        return await logInWithOtp(token, code);
      } catch (error) {
        const isNotReady = error instanceof Refused && error.code === "not_available_yet";
        if (!isNotReady || retries === limits.otp_retries) throw error;
        setWaiting(true);
        await waitSeconds(limits.otp_retry_seconds);
        if (!submission.isMounted.current) return undefined;
      }
  };
  const describeProblem = (error: unknown): OtpProblem => {
    const invalid = t("otp.invalid");
    if (!(error instanceof Refused)) return { text: shared("error.generic") };
    if (error.code === "not_available_yet") return { text: shared("error.generic") };
    if (error.code === "too_many_requests") return { text: error.description };
    if (error.code === "validation_failed") return { text: invalid };
    const left = error.code === "otp_incorrect" ? Number(error.extra.attempts_left) : 0;
    // Whatever else it is: another code is needed.
    return left > 0
      ? { text: `${invalid} ${t("otp.attempts", { count: left })}` }
      : { text: invalid, needsNewCode: true };
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (needsNewCode) return resend();
    setProblem(undefined);
    if (code.length < limits.otp) {
      setProblem({ text: t("otp.invalid") });
      return field.current?.focus();
    }
    void submission.attempt(
      submitOtp,
      (reply) => reply && onDone(reply),
      (error) => {
        setWaiting(false);
        setProblem(describeProblem(error));
        field.current?.focus();
      },
    );
  };
  const resend = (): void => {
    void resendAttempt.attempt(
      onResend,
      () => {
        setCode("");
        setProblem(undefined);
        setHintShown(false);
        setWaiting(false);
        announce(t("otp.resent"));
      },
      (error) =>
        setProblem({
          text: error instanceof Refused && error.status === 429 ? error.description : shared("error.generic"),
          needsNewCode,
        }),
    );
  };

  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <p className={css.who}>{t("otp.sent", { email })}</p>
      <Field label={t("otp.label")} error={problem && <span role="alert">{problem.text}</span>} required>
        <PasscodeInput
          ref={field}
          name="otp"
          length={limits.otp}
          value={code}
          alphanumeric={configuration.login?.otp_alphanumeric ?? false}
          disabled={needsNewCode}
          onChange={(value) => {
            setCode(value);
            setProblem(undefined);
          }}
        />
      </Field>
      {isWaiting && <Banner>{t("otp.waiting")}</Banner>}
      <div className={css.pair}>
        <Button type="submit" kind="primary" busy={needsNewCode ? resendAttempt.isBusy : submission.isBusy}>
          {t(needsNewCode ? "otp.resend" : "login.submit")}
        </Button>
        <Button onClick={onBack}>{t("login.back")}</Button>
      </div>
      <div className={css.sent} aria-live="polite">
        {isHintShown && !needsNewCode && (
          <div className={css.quiet}>
            <p>{t("otp.hint")}</p>
            <Button kind="text" size="small" busy={resendAttempt.isBusy} onClick={resend}>
              {t("otp.resend")}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
