import { useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Select } from "@foyer/ui/Select.tsx";
import { useText } from "../../shared/seller.tsx";
import css from "./Filters.module.css";
import { listingStrings } from "./listing.strings.ts";
import { searchWith, type ListingFilters } from "./listingFilters.ts";

type Choice = { readonly value: string | undefined; readonly label: string };

export function Filters({
  filters,
  categories,
}: {
  readonly filters: ListingFilters;
  readonly categories: readonly string[];
}) {
  const t = useText(listingStrings);
  const [path, navigate] = useLocation();
  const go = (change: Parameters<typeof searchWith>[1]) => {
    const search = searchWith(filters, change);
    navigate(search === "" ? path : `${path}?${search}`);
  };
  const days: readonly Choice[] = [
    { value: undefined, label: t("listing.all_dates") },
    { value: "today", label: t("listing.today") },
    { value: "tomorrow", label: t("listing.tomorrow") },
  ];
  const kinds: readonly Choice[] = [
    { value: undefined, label: t("listing.all") },
    ...categories.map((name) => ({ value: name, label: name })),
  ];
  return (
    <div className={css.filters}>
      {categories.length > 1 && (
        <Chips
          label={t("listing.categories")}
          choices={kinds}
          value={filters.category}
          onChoose={(category) => go({ category })}
        />
      )}
      <Chips label={t("listing.dates")} choices={days} value={filters.date} onChoose={(date) => go({ date })} />
    </div>
  );
}

type ChipsProps = {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
};

/** Buttons in at most two rows; a select where they would need more. */
function Chips({ label, choices, value, onChoose }: ChipsProps) {
  const row = useRef<HTMLDivElement>(null);
  const isLong = useMoreThanTwoRows(row);
  return (
    <div className={css.group}>
      {/* Stays in the page, out of sight and reach, to be measured when the page grows wider. */}
      <div
        ref={row}
        role="group"
        aria-label={label}
        className={css.chips}
        data-folded={isLong || undefined}
        inert={isLong}
      >
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            className={css.chip}
            aria-pressed={choice.value === value}
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
      {isLong && (
        <Select
          aria-label={label}
          value={value ?? ""}
          options={choices.map((choice) => ({ value: choice.value ?? "", label: choice.label }))}
          onChange={(event) => onChoose(event.target.value || undefined)}
        />
      )}
    </div>
  );
}

const useMoreThanTwoRows = (row: { readonly current: HTMLElement | null }): boolean => {
  const [isLong, setLong] = useState(false);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () =>
      setLong(new Set([...element.children].map((child) => (child as HTMLElement).offsetTop)).size > 2);
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [row]);
  return isLong;
};
