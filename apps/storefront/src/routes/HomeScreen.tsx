import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import type { PageHead } from "@foyer/contract/page.ts";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { useStrength } from "../features/login/loggedIn.ts";
import { useBoot, useText } from "../shared/seller.tsx";
import { homeStrings } from "./home.strings.ts";
import { homeOrder, type HomeOption } from "./homeOptions.ts";
import css from "./HomeScreen.module.css";
import { paths } from "../shared/paths.ts";
import { beyondHome } from "./redirects.ts";
import type { Place } from "./screen.ts";

/** Three ways in, where memberships are offered before tickets. */
export function Screen() {
  const boot = useBoot();
  const t = useText(homeStrings);
  const [, navigate] = useLocation();
  const isIn = useStrength() === "full";
  const onward = beyondHome(boot);
  // Whoever is logged in needs no way in.
  useEffect(() => {
    if (isIn) navigate(onward, { replace: true });
  }, [isIn, navigate, onward]);
  const targets: Readonly<Record<HomeOption, string>> = {
    login: "/?login=true",
    join: paths.membership(),
    guest: onward,
  };
  return (
    <Page>
      <div className={css.home}>
        <h1>{t("home.welcome")}</h1>
        {boot.seller.meta.tagline && <p className={css.tagline}>{boot.seller.meta.tagline}</p>}
        <ul role="list" className={css.options}>
          {homeOrder(boot.seller.web.home_options).map((option, index) => (
            <li key={option}>
              <Link href={targets[option]} {...buttonLook({ kind: index === 0 ? "primary" : "quiet" })}>
                {t(`home.${option}`)}
              </Link>
            </li>
          ))}
        </ul>
        <p>
          <Link href={paths.resend()}>{t("home.resend")}</Link>
        </p>
      </div>
    </Page>
  );
}

export const head = ({ boot: { seller } }: Place): PageHead =>
  seller.meta.tagline ? { description: seller.meta.tagline } : {};
