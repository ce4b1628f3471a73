import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { aftersaleStrings } from "./aftersale.strings.ts";
import css from "./Manage.module.css";

/** The phone numbers and e-mail addresses among the seller's links; renders nothing if there are none. */
export function ContactLinks() {
  const { name, web } = useSeller();
  const t = useText(aftersaleStrings);
  const ways = (web.footer_links ?? []).filter(({ href }) => /^(?:mailto|tel):/.test(href));
  if (ways.length === 0) return null;
  return (
    <ul role="list" className={css.contact} aria-label={t("manage.contact", { seller: name })}>
      {ways.map(({ label, href }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
