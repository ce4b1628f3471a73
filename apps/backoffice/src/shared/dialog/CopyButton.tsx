import { useState, type ComponentProps } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";

type CopyButtonProps = Pick<ComponentProps<typeof Button>, "size" | "disabled" | "aria-label"> & {
  readonly text: string;
  /** The text cannot be seen beside the button, so that it is shown if the browser cannot copy it. */
  readonly isHidden?: boolean;
  readonly children: string;
};

/** Copies a text. If the browser cannot, because it does not allow it or has no clipboard, the button says so. */
export function CopyButton({ text, isHidden = false, children, "aria-label": label, ...button }: CopyButtonProps) {
  const [done, setDone] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  const state = done?.text === text ? done : undefined;
  const copy = async (): Promise<void> => {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setDone({ text, isCopied: isCopied ?? false });
  };
  return (
    <>
      <Button {...button} {...(!state?.isCopied && { "aria-label": label })} onClick={() => void copy()}>
        {state?.isCopied ? "Copied" : children}
      </Button>
      {state?.isCopied === false && (
        <p role="alert">
          {isHidden
            ? "Your browser cannot copy this. Copy it by hand: "
            : "Your browser cannot copy it. Select it and copy it by hand."}
          {isHidden && <code>{text}</code>}
        </p>
      )}
    </>
  );
}
