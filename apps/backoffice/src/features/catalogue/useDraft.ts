import { useEffect, useState, useSyncExternalStore } from "react";
import { useBlocker } from "@tanstack/react-router";
import { readChapter, saveDraft } from "@foyer/contract/office/catalogue/catalogue.ts";
import { callOffice } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";
import { onSignOut } from "../../shared/dialog/unsaved.ts";
import type { ChapterReply } from "./catalogueQueries.ts";
import { DraftSaver } from "./drafts/draftSaver.ts";

/** The time that leaving waits for the latest input to be saved before it asks. */
const patienceMs = 2_000;
const patience = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs));

/** Saves the latest input before the screen is left, and asks if that takes too long or fails. */
const useLeaving = (saver: DraftSaver) => {
  const leaving = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      saver.isDirty &&
      (saver.now().state === "failed" || !(await Promise.race([saver.saveAll(), patience()]))),
    // A request is not certain to be sent from a page that is closed.
    enableBeforeUnload: () => saver.isDirty,
    withResolver: true,
  });
  const { isDirty } = saver;
  useEffect(() => {
    if (leaving.status === "blocked" && !isDirty) leaving.proceed();
  }, [leaving, isDirty]);
  return leaving;
};

const saverOf = (slug: string, chapter: string, read: ChapterReply): DraftSaver => {
  const saver = new DraftSaver(read, {
    save: async (draft) => {
      const reply = await callOffice(saveDraft, { chapter, ...draft }, slug);
      // Other screens read the chapter again when they are opened. If this one was left, the next is open and reads it now.
      const refetchType = saver.isOpen ? "none" : "active";
      void queryClient.invalidateQueries({ queryKey: ["catalogue", slug], refetchType });
      return reply;
    },
    read: () => callOffice(readChapter, { chapter } as never, slug),
  });
  return saver;
};

/** A chapter that saves itself as a draft, for a form. */
export const useDraft = (slug: string, chapter: string, read: ChapterReply) => {
  const [saver] = useState(() => saverOf(slug, chapter, read));
  const { document, saved, state, message, conflict, found } = useSyncExternalStore(saver.subscribe, saver.now);
  const leaving = useLeaving(saver);
  useEffect(() => {
    saver.open();
    const forget = onSignOut(() => saver.saveAll());
    return () => {
      forget();
      saver.leave();
    };
  }, [saver]);
  return {
    document,
    edit: saver.edit,
    version: saved.version,
    revision: saved.revision,
    state,
    message,
    conflict,
    choose: saver.choose,
    problems: found.errors,
    doubts: found.doubts,
    checklist: found.checklist,
    leaving,
  };
};

export type Draft = ReturnType<typeof useDraft>;
