import { createContext, use, useCallback, useRef, useState, type ReactNode } from "react";
import { VisuallyHidden } from "../content/VisuallyHidden.tsx";

type Announce = (
  text: string,
  options?: {
    /** Whether it has the same cause as another announcement. Both are then read; otherwise the later one interrupts. */
    readonly beside?: boolean;
  },
) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** Announces a text to screen readers. Does nothing outside an Announcer. */
export const useAnnounce = (): Announce => use(AnnounceContext);

/** The longest time between two announcements that are read together because of `beside`, in milliseconds. */
const besideMs = 1000;

/** The page's only polite live region. It exists from the first render, or screen readers would miss the first text. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [announced, setSaid] = useState({ text: "", turn: 0 });
  const last = useRef({ text: "", turn: 0, at: 0, beside: false });
  const announce = useCallback<Announce>((text, { beside = false } = {}) => {
    const { current } = last;
    const at = performance.now();
    const isJoined = (beside || current.beside) && current.turn > 0 && at - current.at < besideMs;
    last.current = {
      text: isJoined ? `${current.text} ${text}` : text,
      turn: current.turn + 1,
      at,
      beside: beside && !isJoined,
    };
    setSaid(last.current);
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
