import { useState } from "react";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { pagesOf } from "@foyer/contract/shop/pages/pageNames.ts";
import { numberFormat } from "../../shared/format/intlFormats.ts";
import { setConsent } from "../../shared/analytics/consent.ts";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../shared/loading/LoadedPart.tsx";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { paths } from "../../shared/url/paths.ts";
import { useIsStatic } from "../../shared/hydration/staticPart.tsx";
import css from "./Footer.module.css";
import { shellStrings } from "./shell.strings.ts";

const lazyTermsModal = lazyComponent([], () => import("./TermsModal.tsx"));
const termsModalName = "seller-terms";

/** 'US dollars': the plural, which Intl only gives together with a number. */
const currencyName = (currency: string, locale: string): string =>
  numberFormat(locale, { style: "currency", currency, currencyDisplay: "name" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;

/** The seller's links and pages, the currency and the terms, if they are set. */
export function Footer() {
  const { slug, name, web, default_currency_code: currency, locale } = useSeller();
  const t = useText(shellStrings);
  const terms = useModal(termsModalName);
  const terms_html = web.terms?.html;
  const [wasOpened, setOpened] = useState(false);
  const showTerms = () => {
    setOpened(true);
    terms.open();
  };
  const links = web.footer_links ?? [];
  const pages = pagesOf({ pages: web.pages });
  return (
    <footer className={css.footer} data-static={useIsStatic()} aria-label={t("shell.footer")}>
      <p className={css.name}>{name}</p>
      {links.length + pages.length > 0 && (
        <ul role="list" className={css.links}>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href.startsWith("/") ? `/${slug}${href}` : href}>{label}</a>
            </li>
          ))}
          {pages.map((page) => (
            <li key={page}>
              <a href={`/${slug}${paths.sellerPage(page)}`}>{t(`shell.${page}`)}</a>
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
          <Button kind="text" size="small" onClick={() => setConsent(slug, null)}>
            {t("shell.consent")}
          </Button>
        )}
      </p>
      {terms_html !== undefined && wasOpened && (
        <LoadedPart part={lazyTermsModal} modal={termsModalName}>
          {(part) => <part.TermsModal html={terms_html} />}
        </LoadedPart>
      )}
    </footer>
  );
}
