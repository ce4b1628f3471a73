import { Link, useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { OfficePage } from "../shared/Page.tsx";

/** There is no such screen, or the reader has no role there: the server does not reveal which. */
export function NotFoundScreen() {
  return (
    <OfficePage title="Not found" lead="This page does not exist, or you have no role there.">
      <Link to="/account" {...buttonAttributes()}>
        Your account
      </Link>
    </OfficePage>
  );
}

/** Shown until a screen's script is loaded. */
export function PendingScreen() {
  return <Skeleton shape="tile" count={3} />;
}

export function NotAllowedScreen() {
  return (
    <OfficePage
      title="Not for your role"
      lead="Your role does not include this page. An owner can give you another role."
    >
      <Link to="/account" {...buttonAttributes()}>
        Your account
      </Link>
    </OfficePage>
  );
}

/** The browser's message for a script that failed to load, as after an upgrade or without a network, is not useful. */
const isMissingScript = (error: unknown): boolean => error instanceof TypeError && /import|module/i.test(error.message);

export function FailedScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const message = error instanceof Error && !isMissingScript(error) ? error.message : "Please try again.";
  return (
    <OfficePage title="Something went wrong" lead={message}>
      <button
        type="button"
        {...buttonAttributes()}
        onClick={() => {
          reset();
          // Requests the screen's script again too.
          void router.invalidate();
        }}
      >
        Try again
      </button>
    </OfficePage>
  );
}
