import { Fragment, useEffect, useRef } from "react";
import { Select } from "@foyer/ui/form/Select.tsx";
import { chipRows } from "./chipRows.ts";
import css from "./Chips.module.css";
import chipsOrList from "./ChipsOrList.module.css";

export type FilterChoice = { readonly value: string | undefined; readonly label: string };

type ChipsProps = {
  readonly label: string;
  readonly choices: readonly FilterChoice[];
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
};

/** Buttons in at most two rows, or a list if they would need more. CSS decides, so nothing moves on hydration. */
export function Chips({ label, choices, value, onChoose }: ChipsProps) {
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
          value={value ?? ""}
          options={choices.map((choice) => ({ value: choice.value ?? "", label: choice.label }))}
          onChange={(event) => onChoose(event.target.value || undefined)}
        />
      </div>
    </div>
  );
}
