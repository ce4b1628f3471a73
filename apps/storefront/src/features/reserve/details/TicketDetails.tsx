import { useEffect, useRef, type ReactNode } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { focusFirstError } from "../../../shared/form/problems/focusFirstError.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "./TicketDetails.module.css";
import type { TicketDetailsState } from "./detailsState.ts";
import { useReserveText } from "../text/useReserveText.ts";

export type TicketDetailsProps = {
  readonly details: TicketDetailsState;
  /** The seat step. */
  readonly seats?: ReactNode;
};

/** What the chosen tickets require: seats, attendees, answers, vouchers. */
export function TicketDetails({ details, seats }: TicketDetailsProps) {
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const container = useRef<HTMLDivElement>(null);
  const { state, Fields, serverErrors } = details;
  const text = serverErrors?.text;
  const isRefused = (serverErrors?.fields.length ?? 0) > 0;
  useEffect(() => {
    if (isRefused) focusFirstError(container.current);
  }, [isRefused, text]);
  return (
    <>
      {seats}
      <div ref={container} className={css.details}>
        {state === "loading" && (
          <>
            <VisuallyHidden>{t("reserve.details.loading")}</VisuallyHidden>
            <Skeleton shape="control" count={2} />
          </>
        )}
        {state === "failed" && (
          <Banner tone="error" action={<Button onClick={details.retry}>{t("reserve.details.retry")}</Button>}>
            {failureText(shared)}
          </Banner>
        )}
        {state === "ready" && Fields && <Fields details={details} />}
      </div>
    </>
  );
}
