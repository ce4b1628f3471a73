import { createContext, use, useCallback, useRef, useState, type ReactNode } from "react";
import { VisuallyHidden } from "../content/VisuallyHidden.tsx";

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Says a text to screen readers without showing it. Silent outside an Announcer. */
export const useAnnounce = (): ((text: string) => void) => use(AnnounceContext);

/** The page's one polite live region. It is there from the first render, or readers would miss the first text. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  const turn = useRef(0);
  const announce = useCallback((text: string) => {
    turn.current += 1;
    setSaid({ text, turn: turn.current });
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {/* A new element each time, or the same sentence twice would be heard once. */}
          <span key={said.turn}>{said.text}</span>
        </span>
      </VisuallyHidden>
    </AnnounceContext>
  );
}
