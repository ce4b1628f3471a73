import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { BootData } from "@foyer/contract/boot.ts";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import { ModalStack } from "@foyer/ui/overlay/ModalStack.tsx";
import { show } from "@foyer/ui/test/dom.tsx";
import { setApiSeller, setFetcher } from "../src/api/call.ts";
import { createQueryClient } from "../src/shared/queries/queryClient.ts";
import { emptySaved, savedStoreFor } from "../src/shared/storage/saved.ts";
import { BootProvider } from "../src/shared/seller/seller.tsx";
import { makeBoot } from "./seller.ts";

export const refusal = (
  status: number,
  _code: string,
  more: { context?: string; description?: string; extra?: Record<string, unknown> } = {},
) => ({
  status,
  body: {
    _data: [
      { _code, _context: more.context ?? "payment", _description: more.description ?? "No.", _extra: more.extra ?? {} },
    ],
  },
});

type Answer = { readonly status: number; readonly body: unknown };
export type RecordedCall = {
  readonly what: string;
  readonly body: unknown;
  /** The captcha headers of the request: provider and token. */
  readonly captcha?: readonly (string | undefined)[];
};

/** Answers requests by 'METHOD /path' with ids as ':id', and records them. */
export const fakeApi = (
  answers: Record<string, (body: unknown, query: URLSearchParams) => unknown>,
): RecordedCall[] => {
  const calls: RecordedCall[] = [];
  setApiSeller("harbor");
  setFetcher(async (path, { method, body, headers }) => {
    const [address = "", query = ""] = path.split("?");
    const short = address.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ":id");
    const what = `${method} ${short}`;
    const sent: unknown = body === undefined ? undefined : JSON.parse(body);
    const { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token } = headers;
    calls.push({ what, body: sent, ...(provider !== undefined && { captcha: [provider, token] }) });
    const answer = answers[what];
    if (!answer) throw new Error(`nobody answers ${what}`);
    const reply = (await answer(sent, new URLSearchParams(query))) as Answer | object;
    const { status, body: content } = "status" in reply && "body" in reply ? reply : { status: 200, body: reply };
    return new Response(JSON.stringify(content), { status: status as number });
  });
  return calls;
};

/** The saved state when the page opens. */
export const setSaved = (overrides: Partial<typeof emptySaved>): void =>
  savedStoreFor("harbor").change({ ...emptySaved, ...overrides });
/** Waits for answers and effects. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 3)));
};

/**
 * Waits for the effects of replies and of scripts loaded on demand, even on a busy machine. Leaves no gap between two checks,
 * in which React would warn of an update outside `act`.
 */
export const settleUntil = async (check: () => unknown): Promise<void> => {
  for (let turn = 1; ; turn++) {
    await settle();
    try {
      await check();
      return;
    } catch (error) {
      if (turn === 300) throw error;
    }
  }
};

/** A page of the shop at a URL, with all the providers that a screen needs. */
export const showPage = async (
  node: ReactNode,
  {
    path = "/events",
    seller = {},
    flags = {},
  }: { path?: string; seller?: Parameters<typeof makeBoot>[0]; flags?: BootData["flags"] } = {},
) => {
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  const client: QueryClient = createQueryClient();
  show(
    <BootProvider boot={makeBoot(seller, { flags })}>
      <QueryClientProvider client={client}>
        <Router hook={hook} searchHook={searchHook}>
          <Announcer>
            <ModalStack>{node}</ModalStack>
          </Announcer>
        </Router>
      </QueryClientProvider>
    </BootProvider>,
  );
  await settle();
  return { client, history };
};
