import { useRef, useState } from "react";
import type { Refused } from "../../api/call.ts";
import { codeProblem, isAboutCode, wantsCode } from "../reserve/refusals.ts";
import { useLaterText } from "../reserve/useLaterText.ts";

/** The code that a level is had with: what asked for it, what was given, and what is wrong with that. */
export const useCodeAsked = () => {
  const t = useLaterText();
  const given = useRef<string>(undefined);
  const [refusal, setRefusal] = useState<Refused>();
  const [problem, setProblem] = useState<string>();
  return {
    refusal,
    problem,
    given: () => given.current,
    give: (code: string): void => {
      given.current = code;
      setProblem(undefined);
    },
    /** True when it is a code that is missing, or the one that was given that will not do. */
    meet: (error: Refused): boolean => {
      const tried = given.current;
      if (!wantsCode(error) && (tried === undefined || !isAboutCode(error))) return false;
      given.current = undefined;
      if (tried === undefined) setRefusal(error);
      setProblem(tried === undefined ? undefined : codeProblem(error, tried, t));
      return true;
    },
  };
};
