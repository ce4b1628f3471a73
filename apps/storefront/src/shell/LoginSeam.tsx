import { useEffect } from "react";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { useSeller, useText } from "../shared/seller.tsx";
import { shellStrings } from "./shell.strings.ts";
import { answerLogin, useLoginWish } from "./loginWish.ts";

/**
 * The place where the login dialog opens. Until there is a way to log in it says so and lets the visitor go on, whoever
 * asked for it: a link, a guard, a member's code in an address.
 */
export function LoginSeam() {
  const wish = useLoginWish();
  const { isOpen, open, close } = useModal("login");
  const { configuration } = useSeller();
  const t = useText(shellStrings);

  useEffect(() => {
    if (wish) open();
  }, [wish, open]);

  if (!wish && !isOpen) return null;
  const leave = () => {
    close();
    answerLogin();
  };
  return (
    <Modal
      name="login"
      size="narrow"
      title={t("login.title")}
      closeLabel={t("shell.close")}
      onDismiss={answerLogin}
      footer={
        <Button kind="primary" wide onClick={leave}>
          {t("login.shop_as_guest")}
        </Button>
      }
    >
      {wish?.message && <p role="alert">{wish.message}</p>}
      <p>{configuration.authentication === undefined || configuration.authentication === "none" ? t("login.disabled") : t("login.later")}</p>
    </Modal>
  );
}
