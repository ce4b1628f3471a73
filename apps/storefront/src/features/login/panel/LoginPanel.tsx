import { useMemo, type ReactNode } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { hasCookies } from "../session/hasCookies.ts";
import { SsoStep } from "./SsoStep.tsx";
import css from "../Login.module.css";
import { loginStrings } from "../login.strings.ts";
import { loginFieldsByMethod, isSsoMethod, loginMethodOf } from "../loginMethod.ts";
import { LoginSteps } from "./LoginSteps.tsx";
import type { LoginStepsProps } from "./useLoginSteps.ts";

export type LoginPanelProps = Omit<LoginStepsProps, "method" | "fields"> & {
  /** Why the visitor has to log in. */
  readonly message?: string | undefined;
};

/** The seller's login, by whatever method it uses. */
export function LoginPanel({ message, ...rest }: LoginPanelProps) {
  return (
    <div className={css.form}>
      {message && <Banner tone="error">{message}</Banner>}
      <LoginMethodForm {...rest} />
    </div>
  );
}

function LoginMethodForm(panel: Omit<LoginPanelProps, "message">): ReactNode {
  const t = useText(loginStrings);
  const { configuration } = useSeller();
  const method = loginMethodOf(configuration);
  const isHydrated = useHydrated();
  const isWithoutCookies = useMemo(() => isHydrated && !hasCookies(), [isHydrated]);
  if (method === "none") return <p>{t("login.disabled")}</p>;
  if (isWithoutCookies) return <Banner tone="warning">{t("login.cookies")}</Banner>;
  if (isSsoMethod(method)) return <SsoStep redirect={panel.redirect} />;
  const fields = loginFieldsByMethod[method];
  // A method that this version of the page does not know.
  if (!fields) return <Banner tone="warning">{t("sso.unknown")}</Banner>;
  return <LoginSteps method={method} fields={fields} {...panel} />;
}
