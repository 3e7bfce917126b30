// A sign-in provider (OpenID Connect) on loopback, for tests. It signs in the configured player
// after a click.
import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const CLIENT = { id: "cardroom", secret: "a secret of two" };

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let body = "";
  for await (const part of request) body += String(part);
  return new URLSearchParams(body);
};

export class Provider {
  issuer = "";
  player = { subject: "ada-1815", name: "Ada" };
  private readonly keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  private readonly codes = new Map<string, { challenge: string; nonce: string; redirect: string }>();
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(({ status, type, text, location }) => {
      response.writeHead(status, { "content-type": type, ...(location && { location }) }).end(text);
    });
  });

  async start(): Promise<this> {
    await new Promise<void>((listening) => this.server.listen(0, "127.0.0.1", listening));
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; type: string; text: string; location?: string }> {
    const url = new URL(request.url ?? "/", this.issuer);
    const json = (value: unknown, status = 200) => ({ status, type: "application/json", text: JSON.stringify(value) });
    const { issuer } = this;
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      case "/jwks":
        return json({ keys: [{ ...this.keys.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
      case "/authorize": {
        // The player decides: the page has a link for yes and one for no.
        const asked = url.searchParams;
        const links = [["Allow", "/allow"], ["Refuse", "/refuse"]].map(([word, path]) => `<a href="${path}?${asked.toString().replaceAll("&", "&amp;")}">${word}</a>`);
        return { status: 200, type: "text/html", text: `<!doctype html><title>The Club</title><link rel="icon" href="data:,"><h1>The Club</h1>${links.join(" ")}` };
      }
      case "/allow":
      case "/refuse": {
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        back.searchParams.set("state", url.searchParams.get("state") ?? "");
        if (url.pathname === "/refuse") back.searchParams.set("error", "access_denied");
        else {
          const [challenge, nonce, redirect] = ["code_challenge", "nonce", "redirect_uri"].map((name) => url.searchParams.get(name) ?? "");
          const code = randomUUID();
          this.codes.set(code, { challenge: challenge ?? "", nonce: nonce ?? "", redirect: redirect ?? "" });
          back.searchParams.set("code", code);
        }
        return { status: 302, type: "text/plain", text: "", location: back.href };
      }
      case "/token": {
        const form = await bodyOf(request);
        const asked = this.codes.get(form.get("code") ?? "");
        this.codes.delete(form.get("code") ?? "");
        const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
        if (!asked || asked.challenge !== challenge || asked.redirect !== form.get("redirect_uri")) return json({ error: "invalid_grant" }, 400);
        return json({ access_token: "an access token", token_type: "Bearer", id_token: this.idToken(asked.nonce) });
      }
      default:
        return { status: 404, type: "text/plain", text: "" };
    }
  }

  private idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, aud: CLIENT.id, sub: this.player.subject, preferred_username: this.player.name, nonce, iat: now, exp: now + 300 };
    const signed = `${encoded({ alg: "RS256", kid: "1", typ: "JWT" })}.${encoded(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(this.keys.privateKey, "base64url")}`;
  }
}
