import type { QueryClient } from "@tanstack/react-query";
import type { BootData } from "@foyer/contract/boot.ts";

export type AppContext = { readonly boot: BootData; readonly client: QueryClient };
export type NavigateOptions = { readonly replace?: boolean; readonly state?: unknown };
export type Navigate = (to: string, options?: NavigateOptions) => void;

/** Normalises '/harbor/' to '/harbor'. */
export const normalizeHref = (href: string): string => href.replace(/(.)\/(?=[?#]|$)/, "$1");
