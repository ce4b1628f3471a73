import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import type { Theme } from "@foyer/contract/theme.ts";
import type { ThemeMode } from "@foyer/rules/values/theme/themePairs.ts";
import { openStorefrontDocument, type StorefrontDocument } from "./storefrontDocument.ts";
import css from "./Brand.module.css";

type FrameProps = {
  readonly title: string;
  readonly theme: Theme;
  readonly mode: ThemeMode;
  /** The width of the page in CSS pixels; it is scaled down if there is less room. */
  readonly width: number;
  readonly children: ReactNode;
};

/** CSS pixels. */
const height = 760;

/** A separate document, so that widths and colours are those of a visitor's page and not of the back office. */
export function StorefrontFrame({ title, theme, mode, width, children }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<StorefrontDocument>();
  const [available, setAvailable] = useState(width);
  const scale = Math.min(1, available / width);
  const open = useEffectEvent((): void => {
    const opened = frame.current?.contentDocument;
    if (opened && opened.body !== page?.body) setPage(openStorefrontDocument(opened, title));
  });
  useEffect(() => {
    const shown = frame.current;
    // A browser that replaces the initial document does so before this event.
    const replaced = (): void => open();
    shown?.addEventListener("load", replaced);
    open();
    return () => shown?.removeEventListener("load", replaced);
  }, []);
  useEffect(() => page?.applyTheme(theme, mode), [page, theme, mode]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width));
    if (holder.current) observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={holder} className={css.holder} style={{ blockSize: height * scale }}>
      <iframe
        ref={frame}
        className={css.frame}
        title={title}
        style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})` }}
      />
      {page && createPortal(children, page.body)}
    </div>
  );
}
