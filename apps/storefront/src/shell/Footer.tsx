import { lazy, useState } from "react";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { numberFormat } from "../shared/formats.ts";
import { answerConsent } from "../shared/consent.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { useSeller, useText } from "../shared/seller.tsx";
import { useSleeps } from "../shared/sleepingPart.tsx";
import css from "./Footer.module.css";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const TermsModal = lazy(() =>
  loadChunk(() => import("./TermsModal.tsx")).then((module) => ({ default: module.TermsModal })),
);

/** 'US dollars', as one says of prices: the plural, which only a number brings out. */
const currencyName = (currency: string, locale: string): string =>
  numberFormat(locale, { style: "currency", currency, currencyDisplay: "name" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;

/** Seller links, currency and terms; what is not set is not shown. */
export function Footer() {
  const { slug, name, web, default_currency_code: currency, locale } = useSeller();
  const t = useText(shellStrings);
  const terms = useModal("seller-terms");
  const [wasOpened, setOpened] = useState(false);
  const showTerms = () => {
    setOpened(true);
    terms.open();
  };
  const links = web.footer_links ?? [];
  return (
    <footer className={css.footer} data-sleeps={useSleeps()} aria-label={t("shell.footer")}>
      <p className={css.name}>{name}</p>
      {links.length > 0 && (
        <ul role="list" className={css.links}>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href.startsWith("/") ? `/${slug}${href}` : href}>{label}</a>
            </li>
          ))}
        </ul>
      )}
      <p className={css.small}>
        <span suppressHydrationWarning>{t("shell.prices", { currency: currencyName(currency, locale) })}</span>
        {web.terms && (
          <Button kind="text" size="small" onClick={showTerms}>
            {t("shell.terms")}
          </Button>
        )}
        {web.analytics && (
          <Button kind="text" size="small" onClick={() => answerConsent(slug, null)}>
            {t("shell.consent")}
          </Button>
        )}
      </p>
      {web.terms && wasOpened && (
        <Quiet failed={t("chunk.failed")}>
          <TermsModal html={web.terms.html} />
        </Quiet>
      )}
    </footer>
  );
}
