import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppleWalletKeys } from "../../src/providers/wallet/appleWallet.ts";
import type { GoogleWalletKeys } from "../../src/providers/wallet/googleWallet.ts";

/** Files that openssl creates in a temporary folder. */
export type AppleTestKeys = {
  readonly keys: AppleWalletKeys;
  /** The root certificate, for verification. */
  readonly rootFile: string;
  readonly folder: string;
  readonly openssl: (...args: string[]) => string;
  readonly close: () => void;
};

type AppleKeyOptions = { readonly certificatePassType?: string; readonly days?: number; readonly passphrase?: string };
export const passTypeId = "pass.example.foyer";

/** Certificates like Apple's: a root, an intermediate, and a pass certificate with its type as UID. */
export const createAppleKeys = ({
  certificatePassType = passTypeId,
  days = 30,
  passphrase,
}: AppleKeyOptions = {}): AppleTestKeys => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-"));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  writeFileSync(
    file("signer.cnf"),
    "basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\n1.2.840.113635.100.4.14=ASN1:NULL\n",
  );
  writeFileSync(file("ca.cnf"), "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n");
  const key = (name: string) =>
    openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", name);
  const issue = (name: string, issuer: string, subject: string, extensions: string, validDays: number) => {
    key(`${name}.key`);
    openssl("req", "-new", "-key", `${name}.key`, "-subj", subject, "-out", `${name}.csr`);
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-CA",
      `${issuer}.pem`,
      "-CAkey",
      `${issuer}.key`,
      "-set_serial",
      String(name.length),
      "-days",
      String(validDays),
      "-extfile",
      extensions,
      "-out",
      `${name}.pem`,
    );
  };
  key("root.key");
  openssl(
    "req",
    "-new",
    "-x509",
    "-key",
    "root.key",
    "-subj",
    "/CN=Root of the test",
    "-days",
    "60",
    "-out",
    "root.pem",
  );
  issue("wwdr", "root", "/CN=Between", "ca.cnf", 60);
  issue(
    "signer",
    "wwdr",
    `/UID=${certificatePassType}/CN=Pass Type ID: ${certificatePassType}/OU=TEAM123456`,
    "signer.cnf",
    days,
  );
  if (passphrase !== undefined)
    openssl("pkey", "-in", "signer.key", "-aes256", "-passout", `pass:${passphrase}`, "-out", "sealed.key");
  const text = (name: string) => readFileSync(file(name), "utf8");
  return {
    keys: {
      pass_type_id: passTypeId,
      team_id: "TEAM123456",
      signer_cert: text("signer.pem"),
      signer_key: text(passphrase === undefined ? "signer.key" : "sealed.key"),
      ...(passphrase !== undefined && { signer_key_passphrase: passphrase }),
      wwdr_cert: text("wwdr.pem"),
    },
    rootFile: file("root.pem"),
    folder,
    openssl,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** A service account's key, and its public key for verification. */
export const createGoogleKeys = (): { readonly keys: GoogleWalletKeys; readonly publicKey: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    keys: {
      issuer_id: "3388000000012345678",
      client_email: "passes@foyer-test.iam.gserviceaccount.com",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    },
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
};
