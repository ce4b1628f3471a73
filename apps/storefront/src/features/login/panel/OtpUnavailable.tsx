import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "../Login.module.css";
import { loginStrings } from "../login.strings.ts";

export type OtpUnavailableProps = {
  /** Undefined if visitors have no passwords. */
  readonly onUsePassword: (() => void) | undefined;
  readonly onBack: () => void;
};

/** Shown when the passcode could not be sent. */
export function OtpUnavailable({ onUsePassword, onBack }: OtpUnavailableProps) {
  const t = useText(loginStrings);
  return (
    <div className={css.form}>
      <Banner tone="warning">{t("otp.unavailable")}</Banner>
      <div className={css.pair}>
        {onUsePassword && (
          <Button kind="primary" onClick={onUsePassword}>
            {t("login.use_password")}
          </Button>
        )}
        <Button onClick={onBack}>{t("login.back")}</Button>
      </div>
    </div>
  );
}
