import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBlocker } from "@tanstack/react-router";
import { readChapter, saveDraft, type PublishConflict } from "@foyer/contract/office/catalogue/catalogue.ts";
import { mergeChapter, sameValue, type MergeChoices } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { callOffice, CallError } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";
import type { ChapterReply } from "./catalogueQueries.ts";

/** The delay after the last key before saving; together with the request, it is saved within two seconds. */
const pauseMs = 800;
const retryMs = 5_000;

type Saved = { readonly document: unknown; readonly version: number };
/** A colleague's draft that changed the same fields. */
export type DraftConflict = {
  readonly conflicts: readonly PublishConflict[];
  readonly by: string;
  readonly theirs: Saved;
};
/** The problems that the server finds in a chapter. */
type Findings = Pick<ChapterReply, "errors" | "doubts" | "checklist">;
export type DraftState = "saved" | "waiting" | "saving" | "failed" | "conflict";

const savedOf = ({ draft, published }: Pick<ChapterReply, "draft" | "published">): Saved => ({
  document: draft ? draft.document : published,
  version: draft?.version ?? 0,
});

/** Reads a colleague's saved draft and merges it with a document that started from `base`. */
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
 * Asks before leaving the screen if the input could not be saved, and always before leaving the page, from which a request
 * is not certain to be sent.
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

/** Merges a colleague's saved draft with the input here, and asks about fields that both changed. */
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
  /** Continues with the chosen values. */
  const choose = (choices: MergeChoices): void => {
    if (!conflict) return;
    const { theirs } = conflict;
    goOnWith(theirs, mergeChapter({ base, theirs: theirs.document, mine }, choices).merged);
    setConflict(undefined);
  };
  return { conflict, join, choose };
};

/**
 * A chapter that saves itself as a draft. If a colleague saved it meanwhile, fields that only one of them changed are
 * merged; `conflict` asks about the others, and no input is lost.
 */
export const useDraft = (slug: string, chapter: string, read: ChapterReply) => {
  const [saved, setSaved] = useState<Saved>(() => savedOf(read));
  const [document, setDocument] = useState<unknown>(saved.document);
  const [state, setState] = useState<DraftState>("saved");
  const [message, setMessage] = useState<string>();
  const [found, setFound] = useState<Findings>(read);
  const isSaving = useRef(false);
  /** The latest input: the screen may be left while an older version is being sent. */
  const newest = useRef<unknown>(document);
  /** Set once the screen is left while the latest input is being saved. */
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
      // Input typed after the request, if the screen was left before the reply: nothing else will save it.
      if (hasLeft.current && !sameValue(newest.current, sent))
        await callOffice(saveDraft, { chapter, version: reply.draft.version, document: newest.current }, slug);
      // Other screens read the chapter again when they are opened. If this one was left, the next is open and reads it now.
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

  // Leaving the screen saves the input.
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
    // Input that was undone before it was sent leaves nothing to save.
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
