import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";

type Props = {
  readonly children: string;
  /** The action that asks for it. */
  readonly action: {
    readonly run: () => Promise<unknown>;
    readonly isBusy: boolean;
    readonly failure: { readonly message: string } | undefined;
  };
  /** Clears the error of the form beside it. */
  readonly onPress?: () => void;
};

/** Asks the browser for a passkey, as an alternative to the form below it. */
export function PasskeyButton({ children, action: { run, isBusy, failure }, onPress }: Props) {
  return (
    <>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <Button
        kind="primary"
        wide
        busy={isBusy}
        onClick={() => {
          onPress?.();
          void run();
        }}
      >
        {children}
      </Button>
    </>
  );
}
