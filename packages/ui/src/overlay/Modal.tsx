import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { IconButton } from "../action/IconButton.tsx";
import css from "./Modal.module.css";
import { useModals } from "./ModalStack.tsx";
import { useCloseOnBack } from "./useCloseOnBack.ts";

/** The duration of the transition in Modal.module.css. */
const transitionMs = 200;

export type ModalProps = {
  readonly name: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The label of the close button; without it only the content can close the modal. */
  readonly closeLabel?: string | undefined;
  /** Called when the user closes it, not when code does. */
  readonly onDismiss?: () => void;
  /** Actions that stay in view below the scrolling content. */
  readonly footer?: ReactNode;
  /**
   * 'sheet' fills the screen on phones; 'stage' does too and takes up most of larger screens, for content that does not
   * scroll.
   */
  readonly size?: "narrow" | "medium" | "wide" | "sheet" | "stage";
};

export function Modal({ name, ...rest }: ModalProps) {
  const { names } = useModals();
  const isOpen = names.includes(name);
  const [isMounted, setMounted] = useState(false);
  // Derived while rendering: it stays mounted during the closing transition.
  if (isOpen && !isMounted) setMounted(true);

  useEffect(() => {
    if (isOpen) return undefined;
    const timer = setTimeout(() => setMounted(false), transitionMs);
    return () => clearTimeout(timer);
  }, [isOpen]);

  if (!isOpen && !isMounted) return null;
  return <Dialog name={name} leaving={!isOpen} {...rest} />;
}

function Dialog({
  name,
  leaving,
  title,
  children,
  closeLabel,
  onDismiss,
  footer,
  size = "medium",
}: ModalProps & { readonly leaving: boolean }) {
  const { names, close } = useModals();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isTop = names.at(-1) === name;

  useEffect(() => {
    const element = dialog.current;
    const previousFocus = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The browser restores the focus, unless the dialog was removed from the page first.
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected && previousFocus !== document.body)
        previousFocus.focus();
    };
  }, []);

  const isDismissible = closeLabel !== undefined && isTop && !leaving;
  const dismiss = () => {
    if (!isDismissible) return;
    close(name);
    onDismiss?.();
  };
  useCloseOnBack(isDismissible, dismiss);
  // Escape is handled here, because on a second press the browser would close even a modal that must stay open.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    dismiss();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    dismiss();
  };
  const pressed = useRef<EventTarget>(null);
  const onClick = (event: MouseEvent) => {
    // A drag that started inside, such as selecting text, is not a press on the backdrop.
    if (event.target === dialog.current && pressed.current === dialog.current) dismiss();
  };

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      data-name={name}
      data-size={size}
      data-leaving={leaving || undefined}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={onClick}
    >
      <div className={css.frame}>
        <header className={css.header}>
          <h2 className={css.title} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {closeLabel && <IconButton icon="close" label={closeLabel} onClick={dismiss} />}
        </header>
        <div className={css.content}>{children}</div>
        {footer && <footer className={css.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}
