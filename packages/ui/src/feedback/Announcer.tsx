import { createContext, use, useCallback, useRef, useState, type ReactNode } from "react";
import { VisuallyHidden } from "../content/VisuallyHidden.tsx";

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Announces a text to screen readers. Does nothing outside an Announcer. */
export const useAnnounce = (): ((text: string) => void) => use(AnnounceContext);

/** The page's only polite live region. It exists from the first render, or screen readers would miss the first text. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [announced, setSaid] = useState({ text: "", turn: 0 });
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
          {/* A new element each time; otherwise the same text would not be announced twice. */}
          <span key={announced.turn}>{announced.text}</span>
        </span>
      </VisuallyHidden>
    </AnnounceContext>
  );
}
