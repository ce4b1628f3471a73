import { createContext, use, useCallback, useRef, useState, type ReactNode } from "react";
import { VisuallyHidden } from "../content/VisuallyHidden.tsx";

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Announces a text to screen readers. Does nothing outside an Announcer. */
export const useAnnounce = (): ((text: string) => void) => use(AnnounceContext);

/** Texts that follow each other this fast have one cause, and are read together: the second would cut the first off. */
const togetherMs = 100;

/** The page's only polite live region. It exists from the first render, or screen readers would miss the first text. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [announced, setSaid] = useState({ text: "", turn: 0 });
  const last = useRef({ text: "", turn: 0, at: 0 });
  const announce = useCallback((text: string) => {
    const { current } = last;
    const at = performance.now();
    const isSame = current.turn > 0 && at - current.at < togetherMs && !current.text.endsWith(text);
    last.current = { text: isSame ? `${current.text} ${text}` : text, turn: current.turn + 1, at };
    setSaid(last.current);
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {/* A new element each time, or the same sentence would not be announced twice. */}
          <span key={announced.turn}>{announced.text}</span>
        </span>
      </VisuallyHidden>
    </AnnounceContext>
  );
}
