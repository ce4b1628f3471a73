import { useRef, useState, type FormEvent, type RefObject } from "react";
import { codeMessage, canTryAnotherCode, promoCodeLengths, promoCodeProblem } from "@foyer/rules/forms/promoCode.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "../../../shared/storage/checkoutDraft.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useApplyCode } from "./code.mutations.ts";
import { codeStrings } from "./code.strings.ts";

export type CodeEntry = {
  readonly typed: string;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly type: (text: string) => void;
  readonly submit: (event: FormEvent) => void;
};

/** The state of a code field: its text, its problem, and how to apply it. */
export const useCodeEntry = (
  cart_id: string,
  {
    onApplied,
    asksForAnother = false,
  }: {
    readonly onApplied?: () => void;
    /** Asks for another code after a refusal, if one is needed to continue. */
    readonly asksForAnother?: boolean;
  } = {},
): CodeEntry => {
  const t = useText(codeStrings);
  const shared = useText(sharedStrings);
  const { slug, strings: sellerTexts } = useSeller();
  const announce = useAnnounce();
  const [typed, setTyped] = useState(() => readCheckoutDraft(slug, cart_id).code ?? "");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useApplyCode(cart_id);

  const keep = (text: string): void => {
    setTyped(text);
    saveCheckoutDraft(slug, cart_id, { code: text === "" ? undefined : text });
  };
  const showProblem = (text: string): void => {
    setProblem(text);
    input.current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The event bubbles through React's tree, in which the checkout's form surrounds this one.
    event.stopPropagation();
    if (isPending) return;
    const code = typed.trim();
    const fieldProblem = promoCodeProblem(code);
    if (fieldProblem === "required") return showProblem(shared("form.required"));
    if (fieldProblem === "short") return showProblem(t("code.short", { count: promoCodeLengths.min }));
    if (fieldProblem === "long") return showProblem(t("code.long", { count: promoCodeLengths.max }));
    mutate(code, {
      onSuccess: (applied) => {
        if (applied.kind === "refused") {
          const { refusal } = applied;
          const reason = codeMessage(refusal, { own: sellerTexts, invalid: t("code.invalid", { code }) });
          return showProblem(asksForAnother && canTryAnotherCode(refusal) ? t("code.another", { reason }) : reason);
        }
        if (applied.kind === "already") return showProblem(t("code.is_applied_already", { code }));
        keep("");
        setProblem(undefined);
        announce(t("code.is_applied", { code }));
        onApplied?.();
      },
      onError: (error) => {
        reportError(error);
        showProblem(failureText(shared, t("code.unknown")));
      },
    });
  };
  const type = (text: string): void => {
    keep(text);
    setProblem(undefined);
  };
  return { typed, problem, isBusy: isPending, input, type, submit };
};
