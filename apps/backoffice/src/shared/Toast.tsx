import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { CallError } from "./call.ts";
import css from "./Toast.module.css";

/** A message at the bottom of the page. `undo` is offered for ten seconds. */
type Notice = { readonly text: string; readonly undo?: () => Promise<unknown> };

const undoMs = 10_000;
const ToastContext = createContext<(notice: Notice) => void>(() => undefined);
export const useToast = () => use(ToastContext);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<Notice & { readonly id: number }>();
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
  return (
    <ToastContext value={useMemo(() => show, [show])}>
      {children}
      <div className={css.container} role="status">
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
    </ToastContext>
  );
}
