import type { PublishConflict } from "@foyer/contract/office/catalogue/catalogue.ts";
import { mergeChapter, sameValue, type MergeChoices } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { CallError } from "../../../shared/call.ts";
import type { ChapterReply } from "../catalogueQueries.ts";

/** The delay after the last key before saving; together with the request, it is saved within two seconds. */
export const pauseMs = 800;
export const retryMs = 5_000;

/** A document as it is stored, with the version of its draft and the revision on which it is based. */
type Saved = { readonly document: unknown; readonly version: number; readonly revision: number };
/** A colleague's draft that changed the same fields. */
type DraftConflict = {
  readonly conflicts: readonly PublishConflict[];
  readonly by: string;
  readonly base: unknown;
  readonly theirs: Saved;
};
/** The problems that the server finds in a chapter. */
type Findings = Pick<ChapterReply, "errors" | "doubts" | "checklist">;
export type DraftState = "saved" | "waiting" | "saving" | "failed" | "conflict";

export type DraftNow = {
  readonly document: unknown;
  readonly saved: Saved;
  readonly state: DraftState;
  readonly message: string | undefined;
  readonly conflict: DraftConflict | undefined;
  readonly found: Findings;
};

export type DraftCalls = {
  readonly save: (draft: Saved) => Promise<Findings & { readonly draft: { version: number; base_number: number } }>;
  readonly read: () => Promise<ChapterReply>;
};

const savedOf = ({ draft, published, revision }: Pick<ChapterReply, "draft" | "published" | "revision">): Saved => ({
  document: draft ? draft.document : published,
  version: draft?.version ?? 0,
  revision: draft?.base_number ?? revision,
});

/** Whether the change may have been made although its call failed. */
const mayHaveBeenMade = ({ status, code }: CallError): boolean =>
  status === 0 || status >= 500 || code === "request_in_progress";

/**
 * A chapter that saves itself as a draft after a pause. If a colleague saved it meanwhile, fields that only one of them
 * changed are merged, and `conflict` asks about the others. Whatever is typed during a call is kept.
 */
export class DraftSaver {
  readonly #calls: DraftCalls;
  readonly #listeners = new Set<() => void>();
  #now: DraftNow;
  #saving: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A document that was sent, and may have been saved although no answer came. */
  #unanswered: unknown;
  #isOpen = false;

  constructor(read: ChapterReply, calls: DraftCalls) {
    const saved = savedOf(read);
    this.#calls = calls;
    this.#now = {
      document: saved.document,
      saved,
      state: "saved",
      message: undefined,
      conflict: undefined,
      found: read,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly now = (): DraftNow => this.#now;

  get isDirty(): boolean {
    return !sameValue(this.#now.document, this.#now.saved.document);
  }

  /** Called when the screen is opened: only then is anything saved by itself. */
  open(): void {
    this.#isOpen = true;
    this.#schedule();
  }

  /** Called when the screen is left, with what to do once the latest input is saved. */
  leave(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    void this.saveAll();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  readonly edit = (document: unknown): void => {
    this.#set({ document });
    const { state } = this.#now;
    if (!this.isDirty && state !== "saving" && state !== "conflict") this.#set({ state: "saved" });
    else if (state === "saved") this.#set({ state: "waiting" });
    this.#schedule();
  };

  /** Continues with the chosen values of a conflict. */
  readonly choose = (choices: MergeChoices): void => {
    const { conflict, document: mine } = this.#now;
    if (!conflict) return;
    const { base, theirs } = conflict;
    this.#goOnWith(theirs, mergeChapter({ base, theirs: theirs.document, mine }, choices).merged);
  };

  /** Saves everything that was typed, at once. Resolves to whether it is saved. */
  async saveAll(): Promise<boolean> {
    do await this.#save();
    while (this.isDirty && this.#now.state === "waiting");
    return !this.isDirty;
  }

  #set(more: Partial<DraftNow>): void {
    this.#now = { ...this.#now, ...more };
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen || !this.isDirty || this.#now.conflict) return;
    this.#timer = setTimeout(() => void this.#save(), this.#now.state === "failed" ? retryMs : pauseMs);
  }

  #save(): Promise<void> {
    this.#saving ??= this.#saveOnce().finally(() => {
      this.#saving = undefined;
      this.#schedule();
    });
    return this.#saving;
  }

  async #saveOnce(): Promise<void> {
    const { document: sent, saved, conflict } = this.#now;
    if (conflict || !this.isDirty) return;
    this.#set({ state: "saving" });
    try {
      const { draft, ...found } = await this.#calls.save({ ...saved, document: sent });
      this.#unanswered = undefined;
      this.#set({
        saved: { document: sent, version: draft.version, revision: draft.base_number },
        found,
        message: undefined,
      });
      this.#set({ state: this.isDirty ? "waiting" : "saved" });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === "stale_version") return this.#join();
      if (mayHaveBeenMade(error)) this.#unanswered = sent;
      this.#fail(error);
    }
  }

  #fail({ message }: CallError): void {
    this.#set({ state: "failed", message });
  }

  /** Merges a colleague's saved draft with the input here. */
  async #join(): Promise<void> {
    try {
      const read = await this.#calls.read();
      const theirs = savedOf(read);
      const { document: mine, saved } = this.#now;
      // The draft is what was sent from here: only its answer was lost.
      const isOwn = this.#unanswered !== undefined && sameValue(theirs.document, this.#unanswered);
      const base = isOwn ? theirs.document : saved.document;
      this.#unanswered = undefined;
      const { merged, conflicts } = mergeChapter({ base, theirs: theirs.document, mine });
      if (conflicts.length === 0) return this.#goOnWith(theirs, merged);
      this.#set({ state: "conflict", conflict: conflictOf(read, { base, theirs, conflicts }) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.#fail(error);
    }
  }

  #goOnWith(saved: Saved, document: unknown): void {
    this.#set({ saved, document, conflict: undefined, message: undefined });
    this.#set({ state: this.isDirty ? "waiting" : "saved" });
    this.#schedule();
  }
}

type Found = Pick<DraftConflict, "base" | "theirs"> & Pick<ReturnType<typeof mergeChapter>, "conflicts">;

const conflictOf = ({ draft }: ChapterReply, { base, theirs, conflicts }: Found): DraftConflict => ({
  base,
  theirs,
  by: draft?.changed_by ?? "A colleague",
  conflicts: conflicts.map(({ base: before, ...rest }) => ({ ...rest, chapter: draft?.chapter ?? "", before })),
});
