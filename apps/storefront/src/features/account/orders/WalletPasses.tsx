import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "../Account.module.css";
import { accountStrings } from "../account.strings.ts";
import { walletPassUrl, useWallets } from "../account.queries.ts";

const passTypes = { apple: "pkpass", google: "gwpass" } as const;

/** Links to a ticket's wallet passes, if the wallet is available. */
export function WalletPasses({ ticket_id }: { readonly ticket_id: string }) {
  const { slug } = useSeller();
  const t = useText(accountStrings);
  const wallets = useWallets(ticket_id);
  const providers = (["apple", "google"] as const).filter((provider) => wallets?.[provider].ok);
  if (providers.length === 0) return null;
  return (
    <span className={css.wallets}>
      {providers.map((provider) => (
        <a key={provider} href={walletPassUrl(slug, ticket_id, passTypes[provider])} rel="nofollow">
          {t(`wallet.${provider}`)}
        </a>
      ))}
    </span>
  );
}
