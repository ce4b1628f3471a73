import { Fragment } from "react";
import { useSeller, useText } from "../../../../shared/seller/seller.tsx";
import { useLoginStrength } from "../../../login/session/loginStrength.ts";
import css from "./CaptchaNotice.module.css";
import { captchaStrings } from "./captcha.strings.ts";

const policyPages = {
  recaptcha: { privacy: "https://policies.google.com/privacy", terms: "https://policies.google.com/terms" },
  hcaptcha: { privacy: "https://www.hcaptcha.com/privacy", terms: "https://www.hcaptcha.com/terms" },
  turnstile: {
    privacy: "https://www.cloudflare.com/privacypolicy/",
    terms: "https://www.cloudflare.com/website-terms/",
  },
} as const;

/** Names the invisible captcha, with the links that its provider requires. */
export function CaptchaNotice() {
  const t = useText(captchaStrings);
  const { captcha } = useSeller().configuration;
  const isLoggedIn = useLoginStrength() === "full";
  if (!captcha || isLoggedIn) return null;
  const { provider } = captcha;
  if (provider === "altcha") return <p className={css.notice}>{t("captcha.altcha")}</p>;
  const notice = t(`captcha.${provider}`);
  return (
    <p className={css.notice}>
      {notice.split(/(\{privacy\}|\{terms\})/).map((part, index) => {
        const page = part === "{privacy}" ? "privacy" : part === "{terms}" ? "terms" : undefined;
        if (!page) return <Fragment key={index}>{part}</Fragment>;
        return (
          <a key={index} href={policyPages[provider][page]} target="_blank" rel="noopener noreferrer">
            {t(`captcha.${page}`)}
          </a>
        );
      })}
    </p>
  );
}
