import { useLocation } from "wouter";
import { useText } from "../../shared/seller/seller.tsx";
import { chipRows, widthBeside } from "./chipRows.ts";
import { Chips, type FilterChoice } from "./Chips.tsx";
import css from "./Filters.module.css";
import { listingStrings } from "./listing.strings.ts";
import { addressWith, type ListingFilters } from "./listingFilters.ts";

export function Filters({
  filters,
  categories,
  hasDays,
}: {
  readonly filters: ListingFilters;
  /** The events are on more than one day. */
  readonly hasDays: boolean;
  readonly categories: readonly string[];
}) {
  const t = useText(listingStrings);
  const [path, navigate] = useLocation();
  const go = (change: Parameters<typeof addressWith>[2]) => navigate(addressWith(path, filters, change));
  const days: readonly FilterChoice[] = [
    { value: undefined, label: t("listing.all_dates") },
    { value: "today", label: t("listing.today") },
    { value: "tomorrow", label: t("listing.tomorrow") },
  ];
  const kinds: readonly FilterChoice[] = [
    { value: undefined, label: t("listing.all") },
    ...categories.map((name) => ({ value: name, label: name })),
  ];
  const rowsOf = (choices: readonly FilterChoice[]) => chipRows(choices.map(({ label }) => label));
  const hasKinds = categories.length > 1;
  const groups = [...(hasKinds ? [rowsOf(kinds)] : []), ...(hasDays ? [rowsOf(days)] : [])];
  return (
    <div className={css.container}>
      <div className={css.filters} data-beside={widthBeside(groups)}>
        {hasKinds && (
          <Chips
            label={t("listing.categories")}
            choices={kinds}
            value={filters.category}
            onChoose={(category) => go({ category })}
          />
        )}
        {hasDays && (
          <Chips label={t("listing.dates")} choices={days} value={filters.date} onChoose={(date) => go({ date })} />
        )}
      </div>
    </div>
  );
}
