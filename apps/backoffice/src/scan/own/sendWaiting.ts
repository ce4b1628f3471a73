import { isUnanswered } from "../gateAnswers.ts";
import { Gate } from "../Gate.ts";
import { GateStore } from "../gateStore.ts";

/**
 * Sends what waits on this phone, before it becomes another device: by whom and when something was scanned could not be told
 * afterwards. Throws without a network; what the server refuses stays on the phone.
 */
export const sendWaiting = async (slug: string, open = (seller: string) => GateStore.open(seller)): Promise<void> => {
  try {
    const gate = new Gate(await open(slug), slug);
    await gate.open();
    await gate.send();
  } catch (error) {
    if (isUnanswered(error)) throw error;
  }
};
