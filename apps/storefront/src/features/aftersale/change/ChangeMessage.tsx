import { useEffect, useRef, useState } from "react";
import { Link, useSearch } from "wouter";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { changeStrings } from "../aftersale.strings.ts";
import css from "./Change.module.css";
import { outcomeParameter, parseOutcome, type ShownOutcome } from "./changeOutcome.ts";

/** About a second: after a navigation, the page's heading takes the focus first. */
const maxFrames = 60;

/**
 * Reads the outcome from the URL and removes it there, so that a reload does not show it again. A message that the order
 * is unchanged ends with the next change.
 */
const useOutcome = (history: number): ShownOutcome | undefined => {
  const search = useSearch();
  const named = new URLSearchParams(search).get(outcomeParameter);
  const [shown, setShown] = useState({ seen: named, outcome: named, history });
  if (named !== shown.seen)
    setShown(named === null ? { ...shown, seen: null } : { seen: named, outcome: named, history });
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has(outcomeParameter)) return;
    url.searchParams.delete(outcomeParameter);
    window.history.replaceState(window.history.state, "", url.pathname + url.search);
  }, [named]);
  const outcome = parseOutcome(shown.outcome);
  const saysUnchanged = outcome?.kind === "discarded" || outcome?.kind === "expired";
  return saysUnchanged && history > shown.history ? undefined : outcome;
};

export type ChangeMessageProps = {
  readonly lines: readonly CartLine[];
  /** The number of entries in the order's history. */
  readonly history: number;
  /** The page for starting a failed change again; undefined if nothing can be moved. */
  readonly again: string | undefined;
};

/** The outcome of a change of the order, with a link to start again if it failed. It takes the focus. */
export function ChangeMessage({ lines, history, again }: ChangeMessageProps) {
  const t = useText(changeStrings);
  const dateOf = useCartDate();
  const outcome = useOutcome(history);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved =
    outcome?.kind === "moved"
      ? lines.find(({ event_session_id }) => event_session_id === outcome.event_session_id)
      : undefined;
  const [shown, setShown] = useState<string | null>(null);
  if (moved && moved.event_session_id !== shown) setShown(moved.event_session_id);
  // The moved tickets have been given up since, so the move is no longer shown.
  const isOver = outcome?.kind === "moved" && !moved && shown === outcome.event_session_id;
  const otherwise = outcome?.kind === "moved" && !moved ? "done" : outcome?.kind;
  const kind = isOver ? undefined : otherwise;

  useEffect(() => {
    if (kind === undefined) return undefined;
    let frame = 0;
    const go = (left: number): void => {
      const page = document.querySelector("main h1");
      if (left > 0 && page && document.activeElement !== page) {
        frame = requestAnimationFrame(() => go(left - 1));
        return;
      }
      heading.current?.focus();
    };
    go(maxFrames);
    return () => cancelAnimationFrame(frame);
  }, [kind]);

  if (kind === undefined) return null;
  return (
    <section className={css.message} data-kind={kind === "moved" || kind === "done" ? "done" : undefined}>
      <Icon name={kind === "moved" || kind === "done" ? "check" : "info"} />
      <div className={css.words}>
        <h2 ref={heading} tabIndex={-1}>
          {t(`change.${kind}`)}
        </h2>
        <p>
          {kind === "moved" && moved
            ? t("change.moved.text", { name: moved.name, date: dateOf(moved) ?? "" })
            : kind !== "moved" && t(`change.${kind}.text`)}
        </p>
        {again !== undefined && (kind === "expired" || kind === "closed" || kind === "failed") && (
          <p className={css.again}>
            <Link href={again} {...buttonAttributes({ size: "small" })}>
              {t("change.again")}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}
