import { createContext, use, type ReactNode } from "react";
import { queriesElementId } from "@foyer/contract/boot.ts";

type InitialDataReader = (key: readonly unknown[]) => unknown;
const InitialDataContext = createContext<InitialDataReader>(() => undefined);

/** The answers that the server loaded while rendering, embedded in the page. */
export const embeddedQueries = (): unknown =>
  JSON.parse(document.getElementById(queriesElementId)?.textContent ?? "null");

type EmbeddedQueries = {
  readonly queries: readonly { readonly queryHash: string; readonly state: { readonly data: unknown } }[];
};

/** Reads embedded answers without the query library. A key that consists of strings is its own hash. */
export const readInitialData = (): InitialDataReader => {
  const embedded = embeddedQueries() as EmbeddedQueries | null;
  return (key) => embedded?.queries.find(({ queryHash }) => queryHash === JSON.stringify(key))?.state.data;
};

export function InitialDataProvider({
  answer,
  children,
}: {
  readonly answer: InitialDataReader;
  readonly children: ReactNode;
}) {
  return <InitialDataContext value={answer}>{children}</InitialDataContext>;
}

/** An answer embedded in the page; undefined if there is none. */
export const useInitialData = <T,>(key: readonly unknown[]): T | undefined =>
  use(InitialDataContext)(key) as T | undefined;
