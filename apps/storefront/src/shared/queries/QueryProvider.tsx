import {
  hydrate,
  QueryClientContext,
  QueryClientProvider,
  type DehydratedState,
  type QueryClient,
} from "@tanstack/react-query";
import { use, type ComponentType, type ReactNode } from "react";
import { setApiSeller } from "../../api/call.ts";
import { embeddedQueries } from "./initialData.tsx";
import { createQueryClient } from "./queryClient.ts";
import { useSeller } from "../seller/seller.tsx";

let browserClient: QueryClient | undefined;

/** The page's query client, with the server's answers as initial data. */
export const browserQueryClient = (seller: string): QueryClient => {
  if (browserClient) return browserClient;
  setApiSeller(seller);
  browserClient = createQueryClient();
  hydrate(browserClient, (embeddedQueries() ?? {}) as Partial<DehydratedState>);
  return browserClient;
};

/** Provides the page's query client; does nothing if there already is one, as in tests and on the server. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const { slug } = useSeller();
  return use(QueryClientContext) ? (
    children
  ) : (
    <QueryClientProvider client={browserQueryClient(slug)}>{children}</QueryClientProvider>
  );
}

/** Wraps a component in a QueryProvider. */
export const withQueryClient = <P extends object>(Part: ComponentType<P>): ComponentType<P> =>
  function WithQueries(props: P) {
    return (
      <QueryProvider>
        <Part {...props} />
      </QueryProvider>
    );
  };
