import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { captchaHeaders } from "@foyer/contract/captcha.ts";
import { Announcer } from "@foyer/ui/Announcer.tsx";
import { ModalStack } from "@foyer/ui/ModalStack.tsx";
import { show } from "@foyer/ui/testing.tsx";
import { callFor, setFetcher } from "../api/call.ts";
import { newQueryClient } from "./queryClient.ts";
import { nothingSaved, savedOf } from "./saved.ts";
import { BootProvider } from "./seller.tsx";
import { makeBoot } from "./seller.testing.ts";

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
export type Asked = {
  readonly what: string;
  readonly body: unknown;
  /** The answer to a captcha, where one went along: provider and token. */
  readonly captcha?: readonly (string | undefined)[];
};

/** Answers calls by 'METHOD /path' with ids as ':id', and writes down what was asked. */
export const serve = (answers: Record<string, (body: unknown) => unknown>): Asked[] => {
  const asked: Asked[] = [];
  callFor("harbor");
  setFetcher(async (path, { method, body, headers }) => {
    const short = (path.split("?")[0] ?? "").replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ":id");
    const what = `${method} ${short}`;
    const sent: unknown = body === undefined ? undefined : JSON.parse(body);
    const { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token } = headers;
    asked.push({ what, body: sent, ...(provider !== undefined && { captcha: [provider, token] }) });
    const answer = answers[what];
    if (!answer) throw new Error(`nobody answers ${what}`);
    const said = (await answer(sent)) as Answer | object;
    const { status, body: content } = "status" in said && "body" in said ? said : { status: 200, body: said };
    return new Response(JSON.stringify(content), { status: status as number });
  });
  return asked;
};

/** What this browser remembers when the page opens. */
export const remember = (wishes: Partial<typeof nothingSaved>): void =>
  savedOf("harbor").change({ ...nothingSaved, ...wishes });
/** Lets answers arrive and effects run. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 3)));
};

/** A page of the shop at an address, with everything around it that a screen needs. */
export const showPage = async (
  node: ReactNode,
  { path = "/events", seller = {} }: { path?: string; seller?: Parameters<typeof makeBoot>[0] } = {},
) => {
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  const client: QueryClient = newQueryClient();
  show(
    <BootProvider boot={makeBoot(seller)}>
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
