import { useEffect, useRef, useState, type FormEvent } from "react";
import { loginLimits as limits, type LoginReply } from "@foyer/contract/login.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { PasscodeInput } from "@foyer/ui/PasscodeInput.tsx";
import { Refused } from "../../api/call.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import css from "./Login.module.css";
import { giveOtp } from "./login.queries.ts";
import { loginStrings } from "./login.strings.ts";
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
type Problem = { readonly text: string; readonly isOver?: boolean };

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

export function OtpStep({ email, token, otp = "", onDone, onBack, onResend }: OtpStepProps) {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const { configuration } = useSeller();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(otp);
  const [problem, setProblem] = useState<Problem>();
  const [isWaiting, setWaiting] = useState(false);
  const [isLate, setLate] = useState(false);
  const entering = useAttempt();
  const resending = useAttempt();
  const isOver = problem?.isOver === true;

  useEffect(() => {
    field.current?.focus();
    const late = setTimeout(() => setLate(true), limits.otp_hint_seconds * 1000);
    return () => clearTimeout(late);
  }, [token]);

  /** The letter may still be on its way: asked again for a while. */
  const enter = async (): Promise<LoginReply | undefined> => {
    for (let again = 0; ; again++)
      try {
        return await giveOtp(token, code);
      } catch (error) {
        const isEarly = error instanceof Refused && error.code === "not_available_yet";
        if (!isEarly || again === limits.otp_retries) throw error;
        setWaiting(true);
        await pause(limits.otp_retry_seconds);
        if (!entering.isHere.current) return undefined;
      }
  };
  const refused = (error: unknown): Problem => {
    const invalid = t("otp.invalid");
    if (!(error instanceof Refused)) return { text: shared("error.generic") };
    if (error.code === "not_available_yet") return { text: shared("error.generic") };
    if (error.code === "too_many_requests") return { text: error.description };
    if (error.code === "validation_failed") return { text: invalid };
    const left = error.code === "otp_incorrect" ? Number(error.extra.attempts_left) : 0;
    // Whatever else it is: another code is needed.
    return left > 0 ? { text: `${invalid} ${t("otp.attempts", { count: left })}` } : { text: invalid, isOver: true };
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (isOver) return resend();
    setProblem(undefined);
    if (code.length < limits.otp) {
      setProblem({ text: t("otp.invalid") });
      return field.current?.focus();
    }
    void entering.attempt(
      enter,
      (reply) => reply && onDone(reply),
      (error) => {
        setWaiting(false);
        setProblem(refused(error));
        field.current?.focus();
      },
    );
  };
  const resend = (): void => {
    void resending.attempt(
      onResend,
      () => {
        setCode("");
        setProblem(undefined);
        setLate(false);
        setWaiting(false);
        announce(t("otp.resent"));
      },
      (error) =>
        setProblem({
          text: error instanceof Refused && error.status === 429 ? error.description : shared("error.generic"),
          isOver,
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
          disabled={isOver}
          onChange={(value) => {
            setCode(value);
            setProblem(undefined);
          }}
        />
      </Field>
      {isWaiting && <Banner>{t("otp.waiting")}</Banner>}
      <div className={css.pair}>
        <Button type="submit" kind="primary" busy={isOver ? resending.isBusy : entering.isBusy}>
          {t(isOver ? "otp.resend" : "login.submit")}
        </Button>
        <Button onClick={onBack}>{t("login.back")}</Button>
      </div>
      <div aria-live="polite">
        {isLate && !isOver && (
          <div className={css.quiet}>
            <p>{t("otp.hint")}</p>
            <Button kind="text" size="small" busy={resending.isBusy} onClick={resend}>
              {t("otp.resend")}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
