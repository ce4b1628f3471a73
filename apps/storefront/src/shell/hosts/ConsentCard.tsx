import { useLayoutEffect, useRef } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { setConsent } from "../../shared/analytics/consent.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import css from "./ConsentCard.module.css";
import { shellStrings } from "../frame/shell.strings.ts";

/** Asks for consent once, at the bottom of the page. It blocks nothing, and both answers look the same. */
export function ConsentCard() {
  const { slug } = useSeller();
  const t = useText(shellStrings);
  const card = useRef<HTMLElement>(null);
  // Everything else at the bottom of a phone's screen is placed above it.
  useLayoutEffect(() => {
    const { current } = card;
    if (!current) return;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty("--foot", `${current.offsetHeight}px`));
    sizes.observe(current);
    return () => {
      sizes.disconnect();
      style.removeProperty("--foot");
    };
  }, []);
  return (
    <section ref={card} className={css.card} aria-label={t("consent.label")}>
      <p>{t("consent.text")}</p>
      <div className={css.answers}>
        <Button size="small" onClick={() => setConsent(slug, "denied")}>
          {t("consent.no")}
        </Button>
        <Button size="small" onClick={() => setConsent(slug, "granted")}>
          {t("consent.yes")}
        </Button>
      </div>
    </section>
  );
}
