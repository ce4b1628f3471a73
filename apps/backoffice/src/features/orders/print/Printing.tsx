import { useEffect, useEffectEvent, type ReactNode } from "react";

/** Opens the browser's print dialog once its content is rendered. */
export function Printing({ children, onDone }: { readonly children: ReactNode; readonly onDone: () => void }) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    // Codes are rendered a moment later.
    const timer = setTimeout(() => window.print(), 400);
    const onPrinted = (): void => done();
    window.addEventListener("afterprint", onPrinted, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", onPrinted);
    };
  }, []);
  return children;
}
