import { use, useState, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import { ChapterForm, useProblemAt } from "../ChapterFields.tsx";
import { removeAt, replaceAt } from "../document.ts";
import { DaysFields } from "./DaysFields.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "./schedule.module.css";

const lazyHolidaysDialog = lazyModule(() => import("./HolidaysDialog.tsx"));

type Props = {
  readonly list: readonly unknown[];
  readonly at: string;
  readonly today: string;
  /** The venue's time zone. */
  readonly timezone: string;
  /** Further closed days, because the season follows its venue. */
  readonly alsoClosed?: readonly unknown[] | undefined;
  readonly onEdit: (list: readonly unknown[]) => void;
  /** The level of its heading: 3 in a season. */
  readonly level?: 2 | 3;
  readonly children?: ReactNode;
};

/** Days without sessions. */
export function ClosedDays({ list, at, today, timezone, alsoClosed = [], onEdit, level = 3, children }: Props) {
  const { isReadOnly, problems } = use(ChapterForm);
  const problem = useProblemAt(at);
  const [isAdding, setAdding] = useState(false);
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className={css.part}>
      <Heading>Closed</Heading>
      {children}
      {list.length === 0 && <p className={css.quiet}>There are no closed days.</p>}
      {list.map((days, index) => (
        <div key={index} className={css.row} role="group" aria-label={`Closed days ${index + 1}`}>
          <DaysFields
            days={days}
            error={problems.find(({ path }) => path.startsWith(`${at}[${index}]`))?.message}
            onEdit={(next) => onEdit(replaceAt(list, index, next))}
          />
          {!isReadOnly && (
            <RemoveButton name={`closed days ${index + 1}`} onRemove={() => onEdit(removeAt(list, index))} />
          )}
        </div>
      ))}
      {problem !== undefined && <p className={css.error}>{problem}</p>}
      {!isReadOnly && (
        <div className={css.turn}>
          <Button size="small" onClick={() => onEdit([...list, today])}>
            Add closed days
          </Button>
          <Button size="small" kind="text" onClick={() => setAdding(true)}>
            Add public holidays
          </Button>
        </div>
      )}
      {isAdding && (
        <LazyPart part={lazyHolidaysDialog}>
          {(part) => (
            <part.HolidaysDialog
              list={list}
              alsoClosed={alsoClosed}
              today={today}
              timezone={timezone}
              onEdit={onEdit}
              onClose={() => setAdding(false)}
            />
          )}
        </LazyPart>
      )}
    </div>
  );
}
