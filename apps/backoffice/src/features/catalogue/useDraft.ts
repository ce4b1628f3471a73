import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBlocker } from "@tanstack/react-router";
import { readChapter, saveDraft, type PublishConflict } from "@foyer/contract/office/catalogue/catalogue.ts";
import { mergeChapter, sameValue, type MergeChoices } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { callOffice, CallError } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";
import type { ChapterReply } from "./catalogueQueries.ts";

/** Saved this long after the last key: with the way to the server, within two seconds. */
const pauseMs = 800;
const retryMs = 5_000;

type Saved = { readonly document: unknown; readonly version: number };
/** A colleague's draft that changed the same fields. */
export type DraftConflict = {
  readonly conflicts: readonly PublishConflict[];
  readonly by: string;
  readonly theirs: Saved;
};
/** What the server finds in a chapter. */
type Findings = Pick<ChapterReply, "errors" | "doubts" | "checklist">;
export type DraftState = "saved" | "waiting" | "saving" | "failed" | "conflict";

const savedOf = ({ draft, published }: Pick<ChapterReply, "draft" | "published">): Saved => ({
  document: draft ? draft.document : published,
  version: draft?.version ?? 0,
});

/** Reads what a colleague saved, and joins it with a document that began from `base`. */
const joinNewest = async (slug: string, chapter: string, base: unknown, mine: unknown) => {
  const now = await callOffice(readChapter, { chapter } as never, slug);
  const theirs = savedOf(now);
  const { merged, conflicts } = mergeChapter({ base, theirs: theirs.document, mine });
  return {
    theirs,
    by: now.draft?.changed_by ?? "A colleague",
    merged,
    conflicts: conflicts.map(({ base: before, ...rest }) => ({ ...rest, chapter, before })),
  };
};

/**
 * Leaving the screen asks where what was typed could not be saved, and leaving the page does always, as nothing can be sent from
 * there for certain.
 */
const useLeaving = (isDirty: boolean, state: DraftState) =>
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (state === "failed" || state === "conflict") && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

type Edited = { readonly slug: string; readonly chapter: string; readonly base: unknown; readonly mine: unknown };
type Joining = {
  readonly goOnWith: (theirs: Saved, merged: unknown) => void;
  readonly fail: (error: unknown) => void;
  readonly ask: () => void;
};

/** Joins what a colleague saved with what was typed here, and asks about the fields that both changed. */
const useJoin = ({ slug, chapter, base, mine }: Edited, { goOnWith, fail, ask }: Joining) => {
  const [conflict, setConflict] = useState<DraftConflict>();
  const join = async (): Promise<void> => {
    try {
      const { theirs, by, merged, conflicts } = await joinNewest(slug, chapter, base, mine);
      if (conflicts.length === 0) return goOnWith(theirs, merged);
      ask();
      setConflict({ theirs, by, conflicts });
    } catch (error) {
      fail(error);
    }
  };
  /** Goes on with the chosen fields. */
  const choose = (choices: MergeChoices): void => {
    if (!conflict) return;
    const { theirs } = conflict;
    goOnWith(theirs, mergeChapter({ base, theirs: theirs.document, mine }, choices).merged);
    setConflict(undefined);
  };
  return { conflict, join, choose };
};

/**
 * A chapter that saves itself as a draft. Where a colleague saved it meanwhile, fields that only one of both changed are
 * joined; for the others `conflict` asks, and nothing that was typed is lost.
 */
export const useDraft = (slug: string, chapter: string, read: ChapterReply) => {
  const [saved, setSaved] = useState<Saved>(() => savedOf(read));
  const [document, setDocument] = useState<unknown>(saved.document);
  const [state, setState] = useState<DraftState>("saved");
  const [message, setMessage] = useState<string>();
  const [found, setFound] = useState<Findings>(read);
  const isSaving = useRef(false);
  /** What was typed last: the screen may be left while something older is on its way. */
  const newest = useRef<unknown>(document);
  /** The next screen is open while the last words are saved. */
  const hasLeft = useRef(false);
  const isDirty = !sameValue(document, saved.document);
  const leaving = useLeaving(isDirty, state);
  const show = (next: unknown): void => {
    newest.current = next;
    setDocument(next);
  };

  const goOnWith = (theirs: Saved, merged: unknown): void => {
    setSaved(theirs);
    show(merged);
    setState("waiting");
  };
  const fail = (error: unknown): void => {
    if (!(error instanceof CallError)) throw error;
    setState("failed");
    setMessage(error.message);
  };

  const { conflict, join, choose } = useJoin(
    { slug, chapter, base: saved.document, mine: document },
    { goOnWith, fail, ask: () => setState("conflict") },
  );

  const save = useEffectEvent(async (): Promise<void> => {
    if (isSaving.current || conflict || !isDirty) return;
    isSaving.current = true;
    setState("saving");
    const sent = document;
    try {
      const reply = await callOffice(saveDraft, { chapter, version: saved.version, document: sent }, slug);
      setSaved({ document: sent, version: reply.draft.version });
      setFound(reply);
      setState("saved");
      setMessage(undefined);
      // What was typed after it, where the screen was left before it was answered: nothing else will save it.
      if (hasLeft.current && !sameValue(newest.current, sent))
        await callOffice(saveDraft, { chapter, version: reply.draft.version, document: newest.current }, slug);
      // Other screens read it again when they are opened, and one that is open already now.
      const refetchType = hasLeft.current ? "active" : "none";
      void queryClient.invalidateQueries({ queryKey: ["catalogue", slug], refetchType });
    } catch (error) {
      if (error instanceof CallError && error.code === "stale_version") await join();
      else fail(error);
    } finally {
      isSaving.current = false;
    }
  });

  useEffect(() => {
    if (!isDirty) return undefined;
    const timer = setTimeout(() => void save(), state === "failed" ? retryMs : pauseMs);
    return () => clearTimeout(timer);
  }, [document, isDirty, saved, state]);

  // Leaving the screen saves what was typed.
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      void save();
    };
  }, []);
  return {
    document,
    edit: (next: unknown): void => {
      show(next);
      if (state === "saved") setState("waiting");
    },
    version: saved.version,
    // What is typed and taken back before it was sent leaves nothing to wait for.
    state: isDirty && state === "saved" ? ("waiting" as const) : !isDirty && state === "waiting" ? "saved" : state,
    message,
    conflict,
    choose,
    problems: found.errors,
    doubts: found.doubts,
    checklist: found.checklist,
    leaving,
  };
};

export type Draft = ReturnType<typeof useDraft>;
