import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { paths } from "../../shared/paths.ts";
import css from "./ReserveForm.module.css";
import type { Problem } from "./useSubmit.ts";
import { useReserveText } from "./words.ts";

export type ReserveEndProps = {
  /** What came of the attempt before; it is brought into sight. */
  readonly problem: Problem | undefined;
  readonly total: string;
  readonly fees: string | undefined;
  readonly isBusy: boolean;
  /** Another button comes first. */
  readonly isLater?: boolean;
  readonly submit: string;
};

/** Where every form of the event page ends: what went wrong, what it costs, and the button. */
export function ReserveEnd({ problem, total, fees, isBusy, isLater = false, submit }: ReserveEndProps) {
  const t = useReserveText();
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) said.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  return (
    <>
      <div ref={said} className={css.said}>
        {problem && (
          <Banner
            tone={problem.kind === "expected" ? "warning" : "error"}
            action={problem.kind === "unexpected" && <Link href={paths.home()}>{t("reserve.continue")}</Link>}
          >
            {problem.text}
          </Banner>
        )}
      </div>
      <div className={css.end}>
        <p className={css.total}>
          <span>{t("reserve.total")}</span> <output className={css.sum}>{total}</output>
          {fees && <span className={css.fees}>{fees}</span>}
        </p>
        <Button kind={isLater ? "quiet" : "primary"} type="submit" busy={isBusy}>
          {submit}
        </Button>
      </div>
    </>
  );
}
