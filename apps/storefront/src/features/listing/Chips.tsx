import { Fragment, useEffect, useRef } from "react";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { chipRows } from "./chipRows.ts";
import css from "./Chips.module.css";
import chipsOrList from "./ChipsOrList.module.css";
import { listingStrings } from "./listing.strings.ts";

export type FilterChoice = { readonly value: string | undefined; readonly label: string };

type ChipsProps = {
  readonly label: string;
  readonly choices: readonly FilterChoice[];
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
};

/**
 * The value of the option for a filter of the URL that has no choice of its own, such as a category without events. It is
 * the same for all of them: the server does not know which one the URL names.
 */
const unlisted = "?";

/** Buttons in at most two rows, or a list if they would need more. CSS decides, so nothing moves on hydration. */
export function Chips({ label, choices, value, onChoose }: ChipsProps) {
  const t = useText(listingStrings);
  const list = useRef<HTMLSelectElement>(null);
  const isListed = choices.some((choice) => choice.value === value);
  useEffect(() => {
    // The choice that was made before hydration. Clicks on buttons are replayed (see shell/hydration/replayClicks.ts).
    const early = list.current?.value || undefined;
    if (isListed && early !== value) onChoose(early);
    // oxlint-disable-next-line react/exhaustive-deps -- once, after hydration
  }, []);

  const { one, two, first } = chipRows(choices.map((choice) => choice.label));
  return (
    <div className={chipsOrList.group} data-min-width={two}>
      <div role="group" aria-label={label} className={css.chips} data-one-row={one}>
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
      <div className={chipsOrList.list}>
        <Select
          ref={list}
          aria-label={label}
          // A value that the browser restored on Back is not a choice.
          autoComplete="off"
          value={isListed ? (value ?? "") : unlisted}
          options={[
            ...choices.map((choice) => ({ value: choice.value ?? "", label: choice.label })),
            ...(isListed ? [] : [{ value: unlisted, label: t("listing.other") }]),
          ]}
          onChange={(event) => onChoose(event.target.value || undefined)}
        />
      </div>
    </div>
  );
}
