import { createContext, use, type ReactNode } from "react";
import { queriesElement } from "@foyer/contract/boot.ts";

type Answer = (key: readonly unknown[]) => unknown;
const AnswersContext = createContext<Answer>(() => undefined);

/** What the server asked while it rendered the page, as the page carries it. */
export const answersWritten = (): unknown => JSON.parse(document.getElementById(queriesElement)?.textContent ?? "null");

type Written = {
  readonly queries: readonly { readonly queryHash: string; readonly state: { readonly data: unknown } }[];
};

/** Reads answers where they are written, for a first view that does without queries. A key of text is its own hash. */
export const readAnswers = (): Answer => {
  const written = answersWritten() as Written | null;
  return (key) => written?.queries.find(({ queryHash }) => queryHash === JSON.stringify(key))?.state.data;
};

export function AnswersProvider({ answer, children }: { readonly answer: Answer; readonly children: ReactNode }) {
  return <AnswersContext value={answer}>{children}</AnswersContext>;
}

/** An answer that came with the page; undefined where it did not. */
export const useFirstAnswer = <T,>(key: readonly unknown[]): T | undefined => use(AnswersContext)(key) as T | undefined;
