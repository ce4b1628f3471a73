import { useRef, useState, type FormEvent, type RefObject } from "react";
import { codeMessage, isAnotherWorthTrying, promoCodeLengths, promoCodeProblem } from "@foyer/rules/promoCode.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { report } from "../../shared/reports.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useApplyCode } from "./promo.changes.ts";
import { promoStrings } from "./promo.strings.ts";

export type CodeEntry = {
  readonly typed: string;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly type: (text: string) => void;
  readonly submit: (event: FormEvent) => void;
};

/** A code as it is typed, applied, and what is wrong with it. */
export const useCodeEntry = (
  cart_id: string,
  {
    onApplied,
    addsAnother = false,
  }: {
    readonly onApplied?: () => void;
    /** After a refusal another code is asked for: where one is needed to go on. */
    readonly addsAnother?: boolean;
  } = {},
): CodeEntry => {
  const t = useText(promoStrings);
  const shared = useText(sharedStrings);
  const { strings: own } = useSeller();
  const announce = useAnnounce();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useApplyCode(cart_id);

  const refuse = (text: string): void => {
    setProblem(text);
    input.current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The form around it is another one: the checkout's.
    event.stopPropagation();
    if (isPending) return;
    const code = typed.trim();
    const wrong = promoCodeProblem(code);
    if (wrong === "required") return refuse(shared("form.required"));
    if (wrong === "short") return refuse(t("code.short", { count: promoCodeLengths.min }));
    if (wrong === "long") return refuse(t("code.long", { count: promoCodeLengths.max }));
    mutate(code, {
      onSuccess: (applied) => {
        if (applied.kind === "refused") {
          const { refusal } = applied;
          const reason = codeMessage(refusal, { own, invalid: t("code.invalid", { code }) });
          return refuse(addsAnother && isAnotherWorthTrying(refusal) ? t("code.another", { reason }) : reason);
        }
        setTyped("");
        setProblem(undefined);
        announce(t(applied.kind === "already" ? "code.is_applied_already" : "code.is_applied", { code }));
        onApplied?.();
      },
      onError: (error) => {
        report(error);
        refuse(t("code.unknown"));
      },
    });
  };
  const type = (text: string): void => {
    setTyped(text);
    setProblem(undefined);
  };
  return { typed, problem, isBusy: isPending, input, type, submit };
};
