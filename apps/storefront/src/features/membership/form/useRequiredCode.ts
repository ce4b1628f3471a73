import { useRef, useState } from "react";
import type { Refused } from "../../../api/call.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { codeRefusalText, isCodeRefusal, requiresCode } from "../../reserve/submit/refusals.ts";
import { useDeferredText } from "../../reserve/text/useDeferredText.ts";

/** The code that a level requires: the refusal that asks for it, the entered code, and its problem. */
export const useRequiredCode = () => {
  const t = useDeferredText();
  const { strings: own } = useSeller();
  const entered = useRef<string>(undefined);
  const [refusal, setRefusal] = useState<Refused>();
  const [problem, setProblem] = useState<string>();
  return {
    refusal,
    problem,
    entered: () => entered.current,
    enter: (code: string): void => {
      entered.current = code;
      setProblem(undefined);
    },
    /** True if a code is missing, or if the entered one is refused. */
    handleRefusal: (error: Refused): boolean => {
      const attempted = entered.current;
      if (!requiresCode(error) && (attempted === undefined || !isCodeRefusal(error))) return false;
      entered.current = undefined;
      if (attempted === undefined) setRefusal(error);
      setProblem(attempted === undefined ? undefined : codeRefusalText(error, attempted, { t, own }));
      return true;
    },
  };
};
