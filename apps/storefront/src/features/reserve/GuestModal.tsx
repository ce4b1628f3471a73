import { Link, useLocation, useSearch } from "wouter";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { Button, buttonLook } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModalWhile } from "./useModalWhile.ts";
import type { Submitting } from "./useSubmit.ts";
import { useLaterText } from "./useLaterText.ts";

const modalName = "login-or-guest";

export type GuestModalProps = {
  readonly isOpen: boolean;
  readonly choices: readonly GroupChoice[];
  readonly submitting: Submitting;
};

/** Log in first, or go on without: asked once a session. */
export function GuestModal({ isOpen, choices, submitting }: GuestModalProps) {
  const t = useLaterText();
  const [path] = useLocation();
  const search = useSearch();
  useModalWhile(modalName, isOpen);
  return (
    <Modal
      name={modalName}
      size="narrow"
      title={t("reserve.guest.title")}
      closeLabel={t("event.close")}
      onDismiss={submitting.dismiss}
      footer={
        <>
          <Link
            href={`${path}?${loginSearch(search, choices)}`}
            rel="nofollow"
            onClick={submitting.dismiss}
            {...buttonLook({ kind: "quiet" })}
          >
            {t("event.members.login")}
          </Link>
          <Button kind="primary" onClick={submitting.shopAsGuest}>
            {t("reserve.guest")}
          </Button>
        </>
      }
    >
      <p>{t("reserve.guest.about")}</p>
    </Modal>
  );
}

/** The address of the login, with what is chosen in it: whoever comes back finds it. */
const loginSearch = (search: string, choices: readonly GroupChoice[]): URLSearchParams => {
  const query = new URLSearchParams(search);
  const chosen = choices
    .flatMap(({ types }) => types)
    .filter(({ quantity }) => quantity > 0)
    .map(({ type, quantity }) => `${type.id}:${quantity}`);
  if (chosen.length > 0) query.set("quantity", chosen.join(","));
  query.set("login", "true");
  return query;
};
