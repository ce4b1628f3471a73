import { createContext, use, type ReactNode } from "react";
import { queriesElementId } from "@foyer/contract/boot.ts";

type InitialDataReader = (key: readonly unknown[]) => unknown;
const InitialDataContext = createContext<InitialDataReader>(() => undefined);

/** What the server asked while it rendered the page, as the page carries it. */
export const embeddedQueries = (): unknown =>
  JSON.parse(document.getElementById(queriesElementId)?.textContent ?? "null");

type EmbeddedQueries = {
  readonly queries: readonly { readonly queryHash: string; readonly state: { readonly data: unknown } }[];
};

/** Reads answers where they are written, for a first view that does without queries. A key of text is its own hash. */
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

/** An answer that came with the page; undefined where it did not. */
export const useInitialData = <T,>(key: readonly unknown[]): T | undefined =>
  use(InitialDataContext)(key) as T | undefined;
