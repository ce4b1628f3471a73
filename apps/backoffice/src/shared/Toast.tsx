import { createContext, use, useCallback, useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Button } from "@foyer/ui/action/Button.tsx";
import { CallError } from "./call.ts";
import css from "./Toast.module.css";

/** A message at the bottom of the page. `undo` is offered for ten seconds. */
type Notice = { readonly text: string; readonly undo?: () => Promise<unknown> };

const undoMs = 10_000;
const ToastContext = createContext<(notice: Notice) => void>(() => undefined);
export const useToast = () => use(ToastContext);

/** Registers an open dialog. The returned function removes it. */
type OpenDialog = (dialog: HTMLElement) => () => void;
const DialogContext = createContext<OpenDialog>(() => () => undefined);
/** An open dialog shows the notices itself, because nothing below it can be pressed. */
export const useNoticesIn = (): OpenDialog => use(DialogContext);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<Notice & { readonly id: number }>();
  const [dialogs, setDialogs] = useState<readonly HTMLElement[]>([]);
  const openDialog = useCallback<OpenDialog>((dialog) => {
    setDialogs((before) => [...before, dialog]);
    return () => setDialogs((before) => before.filter((one) => one !== dialog));
  }, []);
  const show = useCallback((notice: Notice) => setNotice({ ...notice, id: Date.now() }), []);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(undefined), undoMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const undo = async (): Promise<void> => {
    const { undo } = notice ?? {};
    setNotice(undefined);
    try {
      await undo?.();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      show({ text: `It could not be undone. ${error.message}` });
    }
  };
  const top = dialogs.at(-1);
  const notices = (
    <div className={css.container} data-in-dialog={top ? true : undefined} role="status">
      {notice && (
        <p className={css.toast}>
          <span>{notice.text}</span>
          {notice.undo && (
            <Button kind="text" size="small" onClick={() => void undo()}>
              Undo
            </Button>
          )}
        </p>
      )}
    </div>
  );
  return (
    <ToastContext value={show}>
      <DialogContext value={openDialog}>{children}</DialogContext>
      {top ? createPortal(notices, top) : notices}
    </ToastContext>
  );
}
