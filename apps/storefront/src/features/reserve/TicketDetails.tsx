import { useEffect, useRef, type ReactNode } from "react";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { focusFirstError } from "../../shared/focusFirstError.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import css from "./TicketDetails.module.css";
import type { Details } from "./useTicketDetails.ts";
import { useReserveText } from "./words.ts";

export type TicketDetailsProps = {
  readonly details: Details;
  /** Where seats are chosen. */
  readonly seats?: ReactNode;
};

/** All that belongs to chosen tickets and is no choice of tickets: seats, who comes, questions, vouchers. */
export function TicketDetails({ details, seats }: TicketDetailsProps) {
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const place = useRef<HTMLDivElement>(null);
  const { state, Fields, refused } = details;
  const text = refused?.text;
  const isRefused = (refused?.fields.length ?? 0) > 0;
  useEffect(() => {
    if (isRefused) focusFirstError(place.current);
  }, [isRefused, text]);
  return (
    <>
      {seats}
      <div ref={place} className={css.place}>
        {state === "loading" && (
          <>
            <VisuallyHidden>{t("reserve.details.loading")}</VisuallyHidden>
            <Skeleton shape="control" count={2} />
          </>
        )}
        {state === "failed" && (
          <Banner tone="error" action={<Button onClick={details.retry}>{t("reserve.details.retry")}</Button>}>
            {shared("error.generic")}
          </Banner>
        )}
        {state === "ready" && Fields && <Fields details={details} />}
      </div>
    </>
  );
}
