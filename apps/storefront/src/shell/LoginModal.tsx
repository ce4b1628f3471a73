import { useEffect } from "react";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { useSeller, useText } from "../shared/seller.tsx";
import { answerLogin, type LoginWish } from "./loginWish.ts";
import { shellStrings } from "./shell.strings.ts";

export function LoginModal({ wish }: { readonly wish: LoginWish | null }) {
  const { open, close } = useModal("login");
  const { configuration } = useSeller();
  const t = useText(shellStrings);

  useEffect(() => {
    if (wish) open();
  }, [wish, open]);

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
      <p>
        {configuration.authentication === undefined || configuration.authentication === "none"
          ? t("login.disabled")
          : t("login.later")}
      </p>
    </Modal>
  );
}
