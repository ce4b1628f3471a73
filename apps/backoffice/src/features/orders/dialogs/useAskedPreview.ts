import { useState } from "react";
import { useAction } from "../../../shared/Form.tsx";

/** What an action would send, once it was requested. Later changes need a new preview. */
export const useAskedPreview = <Sent, Reply>(sent: Sent, read: (sent: Sent) => Promise<Reply>) => {
  const asked = JSON.stringify(sent);
  const [shown, setShown] = useState<{ readonly asked: string; readonly reply: Reply }>();
  const { run, isBusy, failure } = useAction(async () => setShown({ asked, reply: await read(sent) }));
  return { run, isBusy, failure, reply: shown?.asked === asked ? shown.reply : undefined };
};
