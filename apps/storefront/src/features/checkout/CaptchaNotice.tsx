import { Fragment } from "react";
import { useSeller, useText } from "../../shared/seller.tsx";
import { useStrength } from "../login/loggedIn.ts";
import css from "./Identity.module.css";
import { identityStrings } from "./identity.strings.ts";

const pages = {
  recaptcha: { privacy: "https://policies.google.com/privacy", terms: "https://policies.google.com/terms" },
  hcaptcha: { privacy: "https://www.hcaptcha.com/privacy", terms: "https://www.hcaptcha.com/terms" },
  turnstile: {
    privacy: "https://www.cloudflare.com/privacypolicy/",
    terms: "https://www.cloudflare.com/website-terms/",
  },
} as const;

/** A captcha that nobody sees is at least named; its provider wants its own pages named with it. */
export function CaptchaNotice() {
  const t = useText(identityStrings);
  const { captcha } = useSeller().configuration;
  const isIn = useStrength() === "full";
  if (!captcha || isIn) return null;
  const { provider } = captcha;
  if (provider === "altcha") return <p className={css.notice}>{t("captcha.altcha")}</p>;
  const words = t(`captcha.${provider}`);
  return (
    <p className={css.notice}>
      {words.split(/(\{privacy\}|\{terms\})/).map((part, place) => {
        const page = part === "{privacy}" ? "privacy" : part === "{terms}" ? "terms" : undefined;
        if (!page) return <Fragment key={place}>{part}</Fragment>;
        return (
          <a key={place} href={pages[provider][page]} target="_blank" rel="noopener noreferrer">
            {t(`captcha.${page}`)}
          </a>
        );
      })}
    </p>
  );
}
