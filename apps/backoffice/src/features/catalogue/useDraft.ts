import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBlocker } from "@tanstack/react-router";
import {
  readChapter,
  saveDraft,
  type CatalogueProblem,
  type PublishConflict,
} from "@foyer/contract/office/catalogue/catalogue.ts";
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
export type DraftState = "saved" | "waiting" | "saving" | "failed" | "conflict";

/** Reads what a colleague saved, and joins it with a document that began from `base`. */
const joinNewest = async (slug: string, chapter: string, base: unknown, mine: unknown) => {
  const now = await callOffice(readChapter, { chapter } as never, slug);
  const theirs: Saved = {
    document: now.draft ? now.draft.document : now.published,
    version: now.draft?.version ?? 0,
  };
  const { merged, conflicts } = mergeChapter({ base, theirs: theirs.document, mine });
  return {
    theirs,
    by: now.draft?.changed_by ?? "A colleague",
    merged,
    conflicts: conflicts.map(({ base: before, ...rest }) => ({ ...rest, chapter, before })),
  };
};

/**
 * A chapter that saves itself as a draft. Where a colleague saved it meanwhile, fields that only one of both changed are
 * joined; for the others `conflict` asks, and nothing that was typed is lost.
 */
export const useDraft = (slug: string, chapter: string, read: ChapterReply) => {
  const [saved, setSaved] = useState<Saved>({
    document: read.draft ? read.draft.document : read.published,
    version: read.draft?.version ?? 0,
  });
  const [document, setDocument] = useState<unknown>(saved.document);
  const [state, setState] = useState<DraftState>("saved");
  const [message, setMessage] = useState<string>();
  const [conflict, setConflict] = useState<DraftConflict>();
  const [problems, setProblems] = useState<readonly CatalogueProblem[]>(read.errors);
  const [doubts, setDoubts] = useState<readonly CatalogueProblem[]>(read.doubts);
  const [checklist, setChecklist] = useState(read.checklist);
  const isSaving = useRef(false);
  /** What was typed last: the screen may be left while something older is on its way. */
  const newest = useRef<unknown>(document);
  /** The next screen is open while the last words are saved. */
  const hasLeft = useRef(false);
  const isDirty = !sameValue(document, saved.document);
  const show = (next: unknown): void => {
    newest.current = next;
    setDocument(next);
  };

  /** Joins what a colleague saved with what was typed here. */
  const join = async (): Promise<void> => {
    try {
      const { theirs, by, merged, conflicts } = await joinNewest(slug, chapter, saved.document, document);
      if (conflicts.length > 0) {
        setState("conflict");
        setConflict({ theirs, by, conflicts });
        return;
      }
      setSaved(theirs);
      show(merged);
      setState("waiting");
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState("failed");
      setMessage(error.message);
    }
  };

  /** Saves what was typed after `sent`, where the screen was left before that was saved: nothing else will. */
  const saveRest = async (version: number, sent: unknown): Promise<void> => {
    if (sameValue(newest.current, sent)) return;
    await callOffice(saveDraft, { chapter, version, document: newest.current }, slug);
  };

  const save = useEffectEvent(async (): Promise<void> => {
    if (isSaving.current || conflict || !isDirty) return;
    isSaving.current = true;
    setState("saving");
    const sent = document;
    try {
      const reply = await callOffice(saveDraft, { chapter, version: saved.version, document: sent }, slug);
      setSaved({ document: sent, version: reply.draft.version });
      setProblems(reply.errors);
      setDoubts(reply.doubts);
      setChecklist(reply.checklist);
      setState("saved");
      setMessage(undefined);
      if (hasLeft.current) await saveRest(reply.draft.version, sent);
      // Other screens read it again when they are opened, and one that is open already now.
      const refetchType = hasLeft.current ? "active" : "none";
      void queryClient.invalidateQueries({ queryKey: ["catalogue", slug], refetchType });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === "stale_version") await join();
      else {
        setState("failed");
        setMessage(error.message);
      }
    } finally {
      isSaving.current = false;
    }
  });

  /** Goes on with the chosen fields. */
  const choose = (choices: MergeChoices): void => {
    if (!conflict) return;
    const { theirs } = conflict;
    const { merged } = mergeChapter({ base: saved.document, theirs: theirs.document, mine: document }, choices);
    setSaved(theirs);
    show(merged);
    setConflict(undefined);
    setState("waiting");
  };

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
  // It asks where that has failed, and leaving the page does always, as nothing can be sent from there for certain.
  const isStuck = isDirty && (state === "failed" || state === "conflict");
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isStuck && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

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
    problems,
    doubts,
    checklist,
    leaving,
  };
};

export type Draft = ReturnType<typeof useDraft>;
