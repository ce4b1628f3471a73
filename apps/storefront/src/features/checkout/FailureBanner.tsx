import { useEffect, useRef, type ReactNode } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import css from "./Checkout.module.css";

export type FailureBannerProps = {
  readonly text: string | undefined;
  /** The server's answer is scrolled into view and focused. For errors of the form, the first field takes the focus. */
  readonly isFromServer: boolean;
  /** A button or link. */
  readonly action?: ReactNode;
};

/** What went wrong. */
export function FailureBanner({ text, isFromServer, action }: FailureBannerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text === undefined || !isFromServer) return;
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }, [text, isFromServer]);
  if (text === undefined) return null;
  return (
    <div ref={box} className={css.banner} tabIndex={-1}>
      <Banner tone="error" action={action}>
        {text}
      </Banner>
    </div>
  );
}
