import { CallError } from "../../../shared/call.ts";

const refuse = (message: string): CallError => new CallError(422, { _description: message });

/** The bytes of a file in base64. Throws for a file whose size the server would refuse, before it is sent. */
export const readBase64 = async (file: File, maxBytes: number): Promise<string> => {
  if (file.size === 0) throw refuse(`${file.name} is empty.`);
  if (file.size > maxBytes) throw refuse(`${file.name} is larger than ${maxBytes / 1024 / 1024} MB.`);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = typeof reader.result === "string" ? reader.result : "";
      resolve(url.slice(url.indexOf(",") + 1));
    };
    reader.onerror = () => reject(refuse(`${file.name} cannot be read; it may have changed since it was chosen.`));
    reader.readAsDataURL(file);
  });
};
