// A push service for the tests. It checks the room's signature (RFC 8292) and decrypts its messages
// (RFC 8291) with the keys of one subscription, as a browser's push service and the browser do.
import { type ECDH, createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { type IncomingMessage, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Page } from "@playwright/test";

/** What a page tells the room of its subscription. */
interface Subscription {
  endpoint: string;
  p256dh: number[];
  auth: number[];
}

export interface PushService {
  subscription: Subscription;
  /** The messages so far. */
  messages: string[];
  /** The reasons for which requests were refused. */
  refused: string[];
  close(): Promise<void>;
}

const POINT_BYTES = 65;
const SALT_BYTES = 16;
const TAG_BYTES = 16;

const hkdf = (salt: Buffer, input: Buffer, info: string | Buffer, length: number): Buffer => Buffer.from(hkdfSync("sha256", input, salt, info, length));

/** Decrypts the one record of a message. */
const decrypt = (record: Buffer, key: ECDH, auth: Buffer): string => {
  const salt = record.subarray(0, SALT_BYTES);
  const begin = SALT_BYTES + 4 + 1;
  const sender = record.subarray(begin, begin + POINT_BYTES);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), key.getPublicKey(), sender]);
  const input = hkdf(auth, key.computeSecret(sender), info, 32);
  const cipher = createDecipheriv("aes-128-gcm", hkdf(salt, input, "Content-Encoding: aes128gcm\0", 16), hkdf(salt, input, "Content-Encoding: nonce\0", 12));
  cipher.setAuthTag(record.subarray(-TAG_BYTES));
  const text = Buffer.concat([cipher.update(record.subarray(begin + POINT_BYTES, -TAG_BYTES)), cipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
};

/** Returns what is wrong with the signature of a request, or nothing. */
const wrongSignature = (asked: IncomingMessage, origin: string): string | undefined => {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(asked.headers.authorization ?? "") ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify("sha256", Buffer.from(`${header}.${claims}`), { key: signer, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  if (!isSigned) return "not signed with the key that it names";
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number };
  const left = exp - Date.now() / 1000;
  if (aud !== origin) return `signed for ${aud}`;
  return left > 0 && left <= 24 * 60 * 60 ? undefined : `signed for ${left} seconds`;
};

export const pushService = async (): Promise<PushService> => {
  const key = createECDH("prime256v1");
  key.generateKeys();
  const auth = randomBytes(16);
  const path = `/send/${createHmac("sha256", auth).update("path").digest("base64url")}`;
  const [messages, refused]: [string[], string[]] = [[], []];
  let origin = "";
  const server = createServer((asked, answer) => {
    void buffer(asked)
      .then((record) => {
        const wrong = asked.url === path && Number(asked.headers.ttl) > 0 ? wrongSignature(asked, origin) : "no subscription, or no time to live";
        if (wrong) throw new Error(wrong);
        messages.push(decrypt(record, key, auth));
        answer.writeHead(201).end();
      })
      .catch((error: unknown) => {
        refused.push(String(error));
        answer.writeHead(400).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the push service has no port");
  origin = `http://127.0.0.1:${address.port}`;
  return {
    subscription: { endpoint: `${origin}${path}`, p256dh: [...key.getPublicKey()], auth: [...auth] },
    messages,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** Gives the page's browser a push service, which Debian's Chromium lacks. */
export const subscribesAt = (page: Page, { subscription }: PushService): Promise<unknown> =>
  page.addInitScript(({ endpoint, p256dh, auth }) => {
    let current: unknown = null;
    const made = {
      endpoint,
      getKey: (name: string) => Uint8Array.from(name === "auth" ? auth : p256dh).buffer,
      unsubscribe: async () => (current = null) === null,
    };
    PushManager.prototype.subscribe = async () => (current = made) as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
  }, subscription);
