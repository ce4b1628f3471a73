import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { useBlocker } from "@tanstack/react-router";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useDialogRow, WithoutRow } from "../list/HeldRow.tsx";
import css from "./Dialog.module.css";
import { useNoticesIn } from "../Toast.tsx";
import { useTyped } from "../useTyped.ts";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** As wide as the drawing of a hall needs. */
  readonly isFull?: boolean;
  /** Closing it by Escape, the back button or the tab asks first if something was typed. */
  readonly asks?: boolean;
  /** Whether the page behind the dialog must not be readable. */
  readonly hidesPage?: boolean;
  readonly children: ReactNode;
};

/** A dialog above the page. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, isWide, isFull, asks = true, hidesPage, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const showNotices = useNoticesIn();
  const row = useDialogRow();
  const openInRow = row?.open;
  useEffect(() => openInRow?.(), [openInRow]);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    const hideNotices = element ? showNotices(element) : undefined;
    return () => {
      hideNotices?.();
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [showNotices]);
  const isTyped = useTyped(dialog);
  const mayAsk = (): boolean => asks && isTyped();
  const leaving = useBlocker({
    // A search or filter of the page behind takes effect after a pause, and closes nothing.
    shouldBlockFn: ({ current, next, action }) =>
      (action !== "REPLACE" || current.pathname !== next.pathname) && mayAsk(),
    enableBeforeUnload: mayAsk,
    withResolver: true,
  });
  const stay = (): void => {
    setAsking(false);
    leaving.reset?.();
  };
  return (
    <>
      <dialog
        ref={dialog}
        className={css.dialog}
        data-wide={isWide || undefined}
        data-full={isFull || undefined}
        data-hides-page={hidesPage || undefined}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault();
          if (mayAsk()) setAsking(true);
          else onClose();
        }}
        // A browser closes a dialog at the second Escape, whatever the page does.
        onClose={() => dialog.current?.open === false && onClose()}
      >
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {row?.notice !== undefined && <Banner tone="warning">{row.notice}</Banner>}
        {children}
      </dialog>
      {(isAsking || leaving.status === "blocked") && (
        <WithoutRow>
          <UnsavedDialog
            of={dialog}
            onStay={stay}
            onDiscard={() => (leaving.proceed ? leaving.proceed() : onClose())}
          />
        </WithoutRow>
      )}
    </>
  );
}

type UnsavedDialogProps = {
  readonly of: RefObject<HTMLElement | null>;
  /** What is lost by leaving. */
  readonly lost?: string | undefined;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
};

/** Saving presses the form's own button. If that is refused, the form says why and nothing is lost. */
function UnsavedDialog({ of, lost = "What you typed", onStay, onDiscard }: UnsavedDialogProps) {
  const [submit] = useState(() => of.current?.querySelector<HTMLButtonElement>("button[type=submit]:not(:disabled)"));
  const save = (): void => {
    onStay();
    submit?.form?.requestSubmit(submit);
  };
  return (
    <Dialog title="This is not saved yet" onClose={onStay} asks={false}>
      <p>{lost} is lost if you leave now.</p>
      <DialogActions>
        <Button onClick={onStay}>Keep editing</Button>
        <Button onClick={onDiscard}>Discard</Button>
        {submit && (
          <Button kind="primary" onClick={save}>
            {submit.textContent}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

type AskBeforeLeavingProps = Partial<Pick<UnsavedDialogProps, "of" | "lost">> & {
  /** Whether something was chosen that no field of the form shows. */
  readonly isChosen?: boolean;
};

/**
 * For a form on a page: leaving the page by a link, the back button or closing the tab asks first if something was typed
 * into the form.
 */
export function AskBeforeLeaving({ of, lost, isChosen = false }: AskBeforeLeavingProps) {
  const noForm = useRef<HTMLElement>(null);
  const form = of ?? noForm;
  const hasTyped = useTyped(form);
  const isTyped = (): boolean => isChosen || hasTyped();
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isTyped(),
    enableBeforeUnload: isTyped,
    withResolver: true,
  });
  if (leaving.status !== "blocked") return null;
  return <UnsavedDialog of={form} lost={lost} onStay={leaving.reset} onDiscard={leaving.proceed} />;
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}
