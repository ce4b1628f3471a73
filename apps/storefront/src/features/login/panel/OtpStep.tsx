import { useEffect, useRef, type FormEvent } from "react";
import { loginLimits, type LoginReply } from "@foyer/contract/shop/login.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { PasscodeInput } from "@foyer/ui/form/PasscodeInput.tsx";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "../Login.module.css";
import { loginStrings } from "../login.strings.ts";
import { useOtp } from "./useOtp.ts";

export type OtpStepProps = {
  readonly email: string;
  readonly token: string;
  /** The passcode of an e-mailed link. */
  readonly otp?: string | undefined;
  readonly onDone: (reply: LoginReply) => void;
  readonly onBack: () => void;
  /** Sends another passcode, which comes with a new token. */
  readonly onResend: () => Promise<void>;
};

export function OtpStep({ email, token, otp = "", onDone, onBack, onResend }: OtpStepProps) {
  const t = useText(loginStrings);
  const { configuration } = useSeller();
  const field = useRef<HTMLInputElement>(null);
  const focusField = (): void => field.current?.focus();
  useEffect(() => {
    field.current?.focus();
  }, [token]);
  const { needsNewCode, submit, ...form } = useOtp({ token, initialCode: otp, onDone, onResend, focusField });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <p className={css.email}>{t("otp.sent", { email })}</p>
      <Field label={t("otp.label")} error={form.problem && <span role="alert">{form.problem}</span>} required>
        <PasscodeInput
          ref={field}
          name="otp"
          length={loginLimits.otp}
          value={form.code}
          alphanumeric={configuration.login?.otp_alphanumeric ?? false}
          disabled={needsNewCode}
          onChange={form.type}
        />
      </Field>
      {form.isWaiting && <Banner>{t("otp.waiting")}</Banner>}
      <div className={css.pair}>
        <Button type="submit" kind="primary" busy={needsNewCode ? form.isResending : form.isSubmitting}>
          {t(needsNewCode ? "otp.resend" : "login.submit")}
        </Button>
        <Button onClick={onBack}>{t("login.back")}</Button>
      </div>
      <div className={css.status} aria-live="polite">
        {form.isHintShown && !needsNewCode && (
          <div className={css.quiet}>
            <p>{t("otp.hint")}</p>
            <Button kind="text" size="small" busy={form.isResending} onClick={form.resend}>
              {t("otp.resend")}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
