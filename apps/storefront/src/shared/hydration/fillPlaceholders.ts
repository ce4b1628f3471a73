import { queriesElementId, type BootData } from "@foyer/contract/boot.ts";
import { notFoundPath, unknownSessionId } from "@foyer/contract/pagePlaceholders.ts";

const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Replaces the placeholders of a shared page with the values from the current URL before React hydrates it: in the boot
 * data, in the embedded answers and in links. The server's answer about an unknown session then becomes the answer about
 * this one, so nothing is fetched again.
 */
export const fillPlaceholders = (boot: BootData): BootData => {
  const { base, shown } = boot;
  const session = new URLSearchParams(location.search).get("session")?.trim() ?? "";
  const fillSession = (text: string) => (isId(session) ? text.replaceAll(unknownSessionId, session) : text);
  const path = location.pathname.slice(base.length) || "/";
  const isOtherPath = shown.path === notFoundPath || shown.path.includes("/:");

  const queries = document.getElementById(queriesElementId);
  if (queries) queries.textContent = fillSession(queries.textContent);
  for (const link of document.links) {
    const href = link.getAttribute("href") ?? "";
    const filled = fillSession(isOtherPath ? href.replace(base + shown.path, base + path) : href);
    if (filled !== href) link.setAttribute("href", filled);
  }
  const search = fillSession(shown.search);
  if (!isOtherPath) return { ...boot, shown: { ...shown, search } };
  const segments = path.split("/");
  const params = { ...shown.params };
  for (const [index, part] of shown.path.split("/").entries())
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(segments[index] ?? "");
  return { ...boot, shown: { ...shown, path, search, params } };
};
