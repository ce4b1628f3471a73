import { useLocation, useSearch } from "wouter";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { LoginPanel } from "../../login/panel/LoginPanel.tsx";
import css from "./GuestModal.module.css";
import { useModalWhile } from "@foyer/ui/overlay/useModalWhile.ts";
import type { SubmitState } from "./submitState.ts";
import { useDeferredText } from "../text/useDeferredText.ts";

const modalName = "login-or-guest";

export type GuestModalProps = {
  readonly isOpen: boolean;
  readonly choices: readonly GroupChoice[];
  readonly submitting: Pick<SubmitState, "dismiss" | "continueAsGuest">;
};

/** Offers to log in or continue as a guest; asked once per session. */
export function GuestModal({ isOpen, choices, submitting }: GuestModalProps) {
  const t = useDeferredText();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useModalWhile(modalName, isOpen);
  const returnPath = `${path}?${searchWithChoices(search, choices)}`;
  return (
    <Modal
      name={modalName}
      size="narrow"
      title={t("reserve.guest.title")}
      closeLabel={t("event.close")}
      onDismiss={submitting.dismiss}
    >
      <div className={css.options}>
        <p>{t("reserve.guest.about")}</p>
        <LoginPanel
          at="reserve"
          redirect={returnPath}
          onDone={(_, onward) => {
            // Prices for members may differ, so the visitor sees them before submitting again.
            submitting.dismiss();
            if (onward !== returnPath) navigate(onward);
          }}
        />
        <p className={css.or}>
          <span>{t("reserve.guest.or")}</span>
        </p>
        <Button wide onClick={submitting.continueAsGuest}>
          {t("reserve.guest")}
        </Button>
      </div>
    </Modal>
  );
}

/** The URL of this page with the selection, for visitors who return from an e-mail. */
const searchWithChoices = (search: string, choices: readonly GroupChoice[]): URLSearchParams => {
  const query = new URLSearchParams(search);
  const chosen = choices
    .flatMap(({ types }) => types)
    .filter(({ quantity }) => quantity > 0)
    .map(({ type, quantity }) => `${type.id}:${quantity}`);
  if (chosen.length > 0) query.set("quantity", chosen.join(","));
  return query;
};
