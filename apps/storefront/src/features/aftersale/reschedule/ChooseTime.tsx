import { Button } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { rescheduleStrings } from "../aftersale.strings.ts";
import type { MovableVisit } from "./movableVisit.ts";
import { MoveSteps } from "./MoveSteps.tsx";
import css from "./Reschedule.module.css";
import type { MoveForm } from "./useMoveForm.ts";

export type ChooseTimeProps = { readonly visit: MovableVisit; readonly form: MoveForm };

/** The days and times, unless the current time is kept, and any loading failure. */
export function ChooseTime({ visit, form }: ChooseTimeProps) {
  const { isKept, times, exchange } = form;
  const t = useText(rescheduleStrings);
  return (
    <>
      {!isKept &&
        (times.template ? (
          <MoveSteps visit={visit} form={form} template={times.template} />
        ) : (
          !times.hasFailed && <Skeleton shape="tile" count={8} />
        ))}
      {!isKept && times.hasFailed && <LoadFailed text={t("move.failed")} onAgain={() => void times.refetch()} />}
      {exchange.hasFailed && <LoadFailed text={t("exchange.failed")} onAgain={() => void exchange.refetch()} />}
    </>
  );
}

function LoadFailed({ text, onAgain }: { readonly text: string; readonly onAgain: () => void }) {
  const t = useText(rescheduleStrings);
  return (
    <div className={css.failed}>
      <ErrorLine>{text}</ErrorLine>
      <Button onClick={onAgain}>{t("move.again")}</Button>
    </div>
  );
}
