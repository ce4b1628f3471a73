import { useMemo, type ReactNode } from "react";
import type { User } from "@foyer/contract/shop/login.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { hasCookies } from "../session/hasCookies.ts";
import { SsoStep } from "./SsoStep.tsx";
import css from "../Login.module.css";
import { loginStrings } from "../login.strings.ts";
import type { LoginContext } from "./credentials.ts";
import { loginFieldsByMethod, isSsoMethod, loginMethodOf } from "../loginMethod.ts";
import { LoginSteps } from "./LoginSteps.tsx";

export type LoginPanelProps = {
  /** On the event page all fields stand together; at the checkout the shop says more of what is wrong. */
  readonly at?: LoginContext;
  /** The path of this storefront that a login leads to: kept for whoever logs in by a letter. */
  readonly redirect: string;
  /** Logged in; `path` is where it leads. */
  readonly onDone: (user: User | undefined, path: string) => void;
  /** The code of a letter's link, which leads to its step where this browser asked for it. */
  readonly otp?: string | undefined;
  /** Why a login is asked for. */
  readonly message?: string | undefined;
};

/** The way to log in to this shop, whatever it is. */
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
  // A word that this page does not know yet.
  if (!fields) return <Banner tone="warning">{t("elsewhere.unknown")}</Banner>;
  return <LoginSteps method={method} fields={fields} {...panel} />;
}
