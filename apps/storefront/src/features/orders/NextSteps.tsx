import { Html } from "../../shared/text/Html.tsx";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { ordersStrings } from "./orders.strings.ts";
import css from "./NextSteps.module.css";

/** The seller's message and links after a purchase. */
export function NextSteps() {
  const { slug, meta } = useSeller();
  const t = useText(ordersStrings);
  const links = meta.completed_order_links ?? [];
  if (!meta.completed_order_message && links.length === 0) return null;
  return (
    <section className={css.next} aria-labelledby="what-next">
      <h2 id="what-next">{t("complete.links")}</h2>
      {meta.completed_order_message && <Html html={meta.completed_order_message} />}
      {links.length > 0 && (
        <ul role="list" className={css.links}>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href.startsWith("/") ? `/${slug}${href}` : href}>{label}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
