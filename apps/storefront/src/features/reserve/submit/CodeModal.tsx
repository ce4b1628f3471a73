import { useId, useRef, useState, type FormEvent } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import type { Refused } from "../../../api/call.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import css from "./CodeModal.module.css";
import { useModalWhile } from "@foyer/ui/overlay/useModalWhile.ts";
import { promoCodeLengths, promoCodeProblem } from "@foyer/rules/forms/promoCode.ts";
import { codeInput } from "../../../shared/form/inputKinds.ts";
import type { SubmitState } from "./submitState.ts";
import { useDeferredText } from "../text/useDeferredText.ts";

const modalName = "code-required";
export type CodeModalProps = {
  readonly isOpen: boolean;
  readonly refusal: Refused;
  readonly submitting: Pick<SubmitState, "isBusy" | "codeProblem" | "submitCode" | "dismiss">;
};

/** The selection requires a code. It is entered here and sent with the next attempt. */
export function CodeModal({ isOpen, refusal, submitting }: CodeModalProps) {
  const t = useDeferredText();
  const shared = useText(sharedStrings);
  const [code, setCode] = useState("");
  const [ownError, setOwnError] = useState<ReturnType<typeof promoCodeProblem>>();
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  useModalWhile(modalName, isOpen);

  const { isBusy, codeProblem, submitCode, dismiss } = submitting;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const entered = code.trim();
    const error = promoCodeProblem(entered);
    setOwnError(error);
    input.current?.focus();
    if (!error) submitCode(entered);
  };
  const lengths = { short: promoCodeLengths.min, long: promoCodeLengths.max };
  const message =
    ownError === undefined
      ? codeProblem
      : ownError === "required"
        ? shared("form.required")
        : t(`reserve.code.${ownError}`, { count: lengths[ownError] });
  const title = t("reserve.code.required");
  return (
    <Modal
      name={modalName}
      size="narrow"
      title={title}
      closeLabel={t("event.close")}
      onDismiss={dismiss}
      footer={
        <Button kind="primary" type="submit" form={form} busy={isBusy}>
          {t("reserve.code.submit")}
        </Button>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={onSubmit}>
        {refusal.description !== title && <p>{refusal.description}</p>}
        <Field label={t("reserve.code")} error={message && <span role="alert">{message}</span>} required>
          <TextInput
            ref={input}
            value={code}
            {...codeInput}
            onChange={(event) => {
              setOwnError(undefined);
              setCode(event.target.value);
            }}
          />
        </Field>
      </form>
    </Modal>
  );
}
