import { useEffect, useEffectEvent } from "react";
import { usesSingleKeys } from "../shared/singleKeys.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Milliseconds within which the second key of 'g s' has to follow. */
const sequenceMs = 1_000;

/**
 * Single keys, and sequences such as 'g s'. None works in a field, with a modifier, while a dialog is open, or if they are
 * turned off.
 */
export const useKeys = (keys: Readonly<Record<string, () => unknown>>): void => {
  const run = useEffectEvent((typed: string): boolean => {
    keys[typed]?.();
    return typed in keys;
  });
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]") || !usesSingleKeys()) return;
      const sequence = first && event.timeStamp - first.at < sequenceMs ? `${first.key} ${event.key}` : undefined;
      first = { key: event.key, at: event.timeStamp };
      if ((sequence !== undefined && run(sequence)) || run(event.key)) {
        first = undefined;
        event.preventDefault();
      }
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
};

/** Ctrl+K or ⌘K, wherever the focus is except in a dialog. */
export const useSearchKey = (search: () => void): void => {
  const run = useEffectEvent(search);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) run();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
};
