import { useLocation, useSearch } from "wouter";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { LoginPanel } from "../login/LoginPanel.tsx";
import css from "./GuestModal.module.css";
import { useModalWhile } from "./useModalWhile.ts";
import type { Submitting } from "./useSubmit.ts";
import { useLaterText } from "./useLaterText.ts";

const modalName = "login-or-guest";

export type GuestModalProps = {
  readonly isOpen: boolean;
  readonly choices: readonly GroupChoice[];
  readonly submitting: Pick<Submitting, "dismiss" | "shopAsGuest">;
};

/** Log in first, or go on without: asked once a session. */
export function GuestModal({ isOpen, choices, submitting }: GuestModalProps) {
  const t = useLaterText();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useModalWhile(modalName, isOpen);
  const back = `${path}?${chosenSearch(search, choices)}`;
  return (
    <Modal
      name={modalName}
      size="narrow"
      title={t("reserve.guest.title")}
      closeLabel={t("event.close")}
      onDismiss={submitting.dismiss}
    >
      <div className={css.ways}>
        <p>{t("reserve.guest.about")}</p>
        <LoginPanel
          at="reserve"
          redirect={back}
          onDone={(_, onward) => {
            // What a member pays may be something else: they look at it, and press again.
            submitting.dismiss();
            if (onward !== back) navigate(onward);
          }}
        />
        <p className={css.or}>
          <span>{t("reserve.guest.or")}</span>
        </p>
        <Button wide onClick={submitting.shopAsGuest}>
          {t("reserve.guest")}
        </Button>
      </div>
    </Modal>
  );
}

/** This page with what is chosen in its address: whoever comes back by a letter finds it. */
const chosenSearch = (search: string, choices: readonly GroupChoice[]): URLSearchParams => {
  const query = new URLSearchParams(search);
  const chosen = choices
    .flatMap(({ types }) => types)
    .filter(({ quantity }) => quantity > 0)
    .map(({ type, quantity }) => `${type.id}:${quantity}`);
  if (chosen.length > 0) query.set("quantity", chosen.join(","));
  return query;
};
