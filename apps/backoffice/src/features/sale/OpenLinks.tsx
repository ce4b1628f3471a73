import { useQuery } from "@tanstack/react-query";
import type { CounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { statusOf } from "./LinkWaiting.tsx";
import { counterLinksQuery } from "./saleQueries.ts";
import css from "./Links.module.css";

type OpenLinksProps = { readonly slug: string; readonly onShow: (link: CounterLink) => void };

/** Links shown beside the sale: open ones, and those paid within the last half hour. */
const isRecent = ({ state, made_at }: CounterLink): boolean =>
  state === "open" || state === "paying" || (state === "paid" && Date.now() - Date.parse(made_at) < 30 * 60_000);

/** Sales whose buyers pay on their phones. */
export function OpenLinks({ slug, onShow }: OpenLinksProps) {
  const query = useQuery(counterLinksQuery(slug));
  if (!query.data) return <LoadState query={query} sentence="The links to pay could not be loaded." />;
  const links = query.data.links.filter(isRecent);
  if (links.length === 0) return null;
  return (
    <section className={css.links} aria-label="Paid by a link">
      <h2 className={css.heading}>Paid by a link</h2>
      <ul className={css.list}>
        {links.map((link) => (
          <li key={link.sale_id}>
            <span>
              <strong>{formatMoney(link.total, link.currency)}</strong> {statusOf(link)}
            </span>
            <Button
              size="small"
              aria-label={`Show the link of ${formatMoney(link.total, link.currency)}`}
              onClick={() => onShow(link)}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
