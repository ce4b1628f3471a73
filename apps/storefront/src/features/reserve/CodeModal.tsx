import { useId, useRef, useState, type FormEvent } from "react";
import { Button } from "@foyer/ui/Button.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { TextInput } from "@foyer/ui/TextInput.tsx";
import type { Refused } from "../../api/call.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import css from "./CodeModal.module.css";
import { useModalWhile } from "./useModalWhile.ts";
import type { Submitting } from "./useSubmit.ts";
import { useLaterText } from "./useLaterText.ts";

const modalName = "code-required";
/** Lengths of a code (document 2 §5.4). */
const [shortest, longest] = [2, 35];

export type CodeModalProps = {
  readonly isOpen: boolean;
  readonly refusal: Refused;
  readonly submitting: Pick<Submitting, "isBusy" | "codeProblem" | "tryCode" | "dismiss">;
};

/** What is chosen needs a code: it is asked for here and goes along with the next attempt. */
export function CodeModal({ isOpen, refusal, submitting }: CodeModalProps) {
  const t = useLaterText();
  const shared = useText(sharedStrings);
  const [code, setCode] = useState("");
  const [own, setOwn] = useState<"required" | "short">();
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  useModalWhile(modalName, isOpen);

  const { isBusy, codeProblem, tryCode, dismiss } = submitting;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const given = code.trim();
    const wrong = given === "" ? "required" : given.length < shortest ? "short" : undefined;
    setOwn(wrong);
    input.current?.focus();
    if (!wrong) tryCode(given);
  };
  const said = own === "required" ? shared("form.required") : own === "short" ? t("reserve.code.short") : codeProblem;
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
        <Field label={t("reserve.code")} error={said && <span role="alert">{said}</span>} required>
          <TextInput
            ref={input}
            value={code}
            maxLength={longest}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => {
              setOwn(undefined);
              setCode(event.target.value);
            }}
          />
        </Field>
      </form>
    </Modal>
  );
}
