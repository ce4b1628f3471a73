import { Fragment, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { chipRows, widthBeside } from "./chipRows.ts";
import css from "./Filters.module.css";
import { listingStrings } from "./listing.strings.ts";
import { addressWith, type ListingFilters } from "./listingFilters.ts";

type Choice = { readonly value: string | undefined; readonly label: string };

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
  const days: readonly Choice[] = [
    { value: undefined, label: t("listing.all_dates") },
    { value: "today", label: t("listing.today") },
    { value: "tomorrow", label: t("listing.tomorrow") },
  ];
  const kinds: readonly Choice[] = [
    { value: undefined, label: t("listing.all") },
    ...categories.map((name) => ({ value: name, label: name })),
  ];
  const rowsOf = (choices: readonly Choice[]) => chipRows(choices.map(({ label }) => label));
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

type ChipsProps = {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
};

/** Buttons in at most two rows, or a list if they would need more. CSS decides, so nothing moves on hydration. */
function Chips({ label, choices, value, onChoose }: ChipsProps) {
  const list = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    // The choice that was made before hydration. Clicks on buttons are replayed (see shell/hydration/replayClicks.ts).
    const early = list.current?.value || undefined;
    const isListed = choices.some((choice) => choice.value === value);
    if (isListed && early !== value) onChoose(early);
    // oxlint-disable-next-line react/exhaustive-deps -- once, after hydration
  }, []);

  const { one, two, first } = chipRows(choices.map((choice) => choice.label));
  return (
    <div className={css.group} data-min-width={two} data-one-row={one}>
      <div role="group" aria-label={label} className={css.chips}>
        {choices.map((choice, index) => (
          <Fragment key={choice.label}>
            {index === first && <span className={css.rowEnd} />}
            <button
              type="button"
              className={css.chip}
              aria-pressed={choice.value === value}
              onClick={() => onChoose(choice.value)}
            >
              {choice.label}
            </button>
          </Fragment>
        ))}
      </div>
      <div className={css.list}>
        <Select
          ref={list}
          aria-label={label}
          // A value that the browser restored on Back is not a choice.
          autoComplete="off"
          value={value ?? ""}
          options={choices.map((choice) => ({ value: choice.value ?? "", label: choice.label }))}
          onChange={(event) => onChoose(event.target.value || undefined)}
        />
      </div>
    </div>
  );
}
