import { useEffect, useRef, useState } from "react";
import css from "./Emails.module.css";

type FrameProps = { readonly title: string; readonly html: string; readonly look: "light" | "dark" };

const darkMode = /@media\s*\(prefers-color-scheme:\s*dark\)/g;

/**
 * An e-mail in a separate document, without scripts and links. The page's content security policy applies there too: it
 * allows no style attributes, so the styles are set one by one.
 */
export function EmailFrame({ title, html, look }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(600);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    if (!shown) return undefined;
    draw(shown, { html, look, title });
    const parts = [...shown.body.children];
    // A document without a doctype is at least as high as its frame, so the height is taken from its parts.
    const observer = new ResizeObserver(() =>
      setHeight(Math.ceil(Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)))),
    );
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [html, look, title, loads]);
  return (
    <iframe
      ref={frame}
      className={css.frame}
      title={title}
      // A browser that replaces the initial document does so before this event.
      onLoad={() => setLoads((before) => before + 1)}
      style={{ blockSize: height, colorScheme: look }}
    />
  );
}

/** E-mails are written by the server in a fixed form, and quotation marks in their text are always escaped. */
const styleSheets = /<style>([\s\S]*?)<\/style>/g;
const styleAttributes = / style="/g;

const draw = (shown: Document, { html, look, title }: FrameProps): void => {
  const view = shown.defaultView ?? window;
  const styles = [...html.matchAll(styleSheets)].map(([, rules = ""]) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(rules.replace(darkMode, look === "dark" ? "@media all" : "@media not all"));
    return sheet;
  });
  // The parser follows the policy too, and would refuse styles.
  const parsed = new DOMParser().parseFromString(
    html.replace(styleSheets, "").replace(styleAttributes, ' data-style="'),
    "text/html",
  );
  for (const element of parsed.querySelectorAll("script, style, meta, link, base")) element.remove();
  for (const link of parsed.querySelectorAll("a")) link.removeAttribute("href");
  shown.adoptedStyleSheets = styles;
  shown.documentElement.lang = parsed.documentElement.lang;
  shown.title = title;
  shown.body.className = parsed.body.className;
  shown.body.style.cssText = parsed.body.dataset["style"] ?? "";
  shown.body.replaceChildren(...parsed.body.childNodes);
  for (const element of shown.body.querySelectorAll<HTMLElement>("[data-style]"))
    element.style.cssText = element.dataset["style"] ?? "";
};
