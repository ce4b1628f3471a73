import { useEffect, useState } from "react";
import { loginLimits, type LoginReply } from "@foyer/contract/shop/login.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Refused } from "../../../api/call.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { requestOtpLogin } from "../login.queries.ts";
import { loginStrings } from "../login.strings.ts";
import { useAttempt } from "./useAttempt.ts";

/** A problem with a passcode, and whether only a new passcode helps. */
type OtpProblem = { readonly text: string; readonly needsNewCode?: boolean };

const waitSeconds = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const isNotReady = (error: unknown): boolean => error instanceof Refused && error.code === "not_available_yet";

type PollOptions = { readonly onWait: () => void; readonly isCancelled: () => boolean };

/** Submits a passcode, and repeats it while the server is still sending its e-mail. Undefined once cancelled. */
const pollOtpLogin = async (
  token: string,
  code: string,
  { onWait, isCancelled }: PollOptions,
): Promise<LoginReply | undefined> => {
  for (let retries = 0; ; retries++)
    try {
      return await requestOtpLogin(token, code);
    } catch (error) {
      if (!isNotReady(error) || retries === loginLimits.otp_retries) throw error;
      onWait();
      await waitSeconds(loginLimits.otp_retry_seconds);
      if (isCancelled()) return undefined;
    }
};

const useDescribeProblem = () => {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  return (error: unknown): OtpProblem => {
    const invalid = t("otp.invalid");
    if (!(error instanceof Refused) || isNotReady(error)) return { text: failureText(shared) };
    if (error.code === "too_many_requests") return { text: error.description };
    if (error.code === "validation_failed") return { text: invalid };
    const left = error.code === "otp_incorrect" ? Number(error.extra.attempts_left) : 0;
    // Every other refusal means that this passcode can no longer be used.
    return left > 0
      ? { text: `${invalid} ${t("otp.attempts", { count: left })}` }
      : { text: invalid, needsNewCode: true };
  };
};

export type OtpOptions = {
  readonly token: string;
  readonly initialCode: string;
  readonly onDone: (reply: LoginReply) => void;
  readonly onResend: () => Promise<void>;
  readonly focusField: () => void;
};

/** The typed passcode, and how to submit it and request another. */
export const useOtp = ({ token, initialCode, onDone, onResend, focusField }: OtpOptions) => {
  const t = useText(loginStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const describeProblem = useDescribeProblem();
  const [code, setCode] = useState(initialCode);
  const [problem, setProblem] = useState<OtpProblem>();
  const [isWaiting, setWaiting] = useState(false);
  const [isHintShown, setHintShown] = useState(false);
  const submission = useAttempt();
  const resending = useAttempt();
  const needsNewCode = problem?.needsNewCode === true;

  useEffect(() => {
    const timer = setTimeout(() => setHintShown(true), loginLimits.otp_hint_seconds * 1000);
    return () => clearTimeout(timer);
  }, [token]);

  const resend = (): void => {
    void resending.attempt(
      onResend,
      () => {
        setCode("");
        setProblem(undefined);
        setHintShown(false);
        setWaiting(false);
        announce(t("otp.resent"));
      },
      (error) =>
        setProblem({
          text: error instanceof Refused && error.status === 429 ? error.description : failureText(shared),
          needsNewCode,
        }),
    );
  };
  const submit = (): void => {
    if (needsNewCode) return resend();
    setProblem(undefined);
    if (code.length < loginLimits.otp) {
      setProblem({ text: t("otp.invalid") });
      return focusField();
    }
    void submission.attempt(
      () =>
        pollOtpLogin(token, code, {
          onWait: () => setWaiting(true),
          isCancelled: () => !submission.isMounted.current,
        }),
      (reply) => reply && onDone(reply),
      (error) => {
        setWaiting(false);
        setProblem(describeProblem(error));
        focusField();
      },
    );
  };
  return {
    code,
    problem: problem?.text,
    needsNewCode,
    isWaiting,
    isHintShown,
    isSubmitting: submission.isBusy,
    isResending: resending.isBusy,
    type: (value: string): void => {
      setCode(value);
      setProblem(undefined);
    },
    submit,
    resend,
  };
};
