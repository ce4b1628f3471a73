import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import type { PageHead } from "@foyer/contract/page.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { hasWholeLogin } from "../../features/login/loginMethod.ts";
import { pathAfterLogin } from "../../features/login/session/useCompleteLogin.ts";
import { useMember } from "../../features/login/session/useMember.ts";
import { coverImage, coverSize } from "../../shared/format/imageUrl.ts";
import { useBoot, useText } from "../../shared/seller/seller.tsx";
import { homeStrings } from "./home.strings.ts";
import { homeOrder, type HomeOption } from "./homeOrder.ts";
import css from "./HomeScreen.module.css";
import { paths } from "../../shared/url/paths.ts";
import { homeTarget } from "../redirects.ts";
import type { ScreenContext } from "../screen.ts";

/** The start page of sellers who offer memberships before tickets, with three options. */
export function Screen() {
  const boot = useBoot();
  const t = useText(homeStrings);
  const [, navigate] = useLocation();
  const { strength, user, isLoading } = useMember();
  const isLoggedIn = hasWholeLogin(strength, boot.seller.configuration) && !isLoading;
  const guestTarget = homeTarget(boot);
  const onward = pathAfterLogin(user, guestTarget);
  // Visitors who are logged in skip this page.
  useEffect(() => {
    if (isLoggedIn) navigate(onward, { replace: true });
  }, [isLoggedIn, navigate, onward]);
  const targets: Readonly<Record<HomeOption, string>> = {
    login: "/?login=true",
    join: paths.membership(),
    guest: guestTarget,
  };
  const { slug, meta } = boot.seller;
  return (
    <Page>
      <div className={css.home} data-picture={meta.home_image !== undefined || undefined}>
        {meta.home_image !== undefined && (
          <div className={css.picture}>
            <Picture
              {...coverImage(slug, meta.home_image)}
              {...coverSize}
              sizes="(min-width: 62em) 50vw, 100vw"
              alt={meta.home_image_alternate_text ?? ""}
              focus={meta.home_image_focus}
              priority
              rounded
            />
          </div>
        )}
        <div className={css.welcome}>
          <h1>{t("home.welcome")}</h1>
          {meta.tagline && <p className={css.tagline}>{meta.tagline}</p>}
          <ul role="list" className={css.options}>
            {homeOrder(boot.seller).map((option, index) => (
              <li key={option}>
                <Link href={targets[option]} {...buttonAttributes({ kind: index === 0 ? "primary" : "quiet" })}>
                  {t(`home.${option}`)}
                </Link>
              </li>
            ))}
          </ul>
          <p>
            <Link href={paths.resend()} {...buttonAttributes({ kind: "text" })}>
              {t("home.resend")}
            </Link>
          </p>
        </div>
      </div>
    </Page>
  );
}

export const head = ({ boot: { seller } }: ScreenContext): PageHead =>
  seller.meta.tagline ? { description: seller.meta.tagline } : {};
