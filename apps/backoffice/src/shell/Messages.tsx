import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { OfficePage } from "../shared/Page.tsx";

/** No such screen, or no role there: the server does not tell which. */
export function NotFoundScreen() {
  return (
    <OfficePage title="Not found" lead="This page does not exist, or you have no role there.">
      <Link to="/account" {...buttonAttributes()}>
        Your account
      </Link>
    </OfficePage>
  );
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

export function FailedScreen({ error, reset }: ErrorComponentProps) {
  return (
    <OfficePage title="Something went wrong" lead={error instanceof Error ? error.message : "Please try again."}>
      <button type="button" {...buttonAttributes()} onClick={reset}>
        Try again
      </button>
    </OfficePage>
  );
}
