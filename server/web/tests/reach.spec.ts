// The page's notice about an invite link that does not reach everyone.
import { expect, test } from "@playwright/test";
import { reachOf } from "../src/parts/reach";

test("a link with an address of one computer or one network is told from one for everyone", () => {
  for (const host of ["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "room.localhost"]) {
    expect(reachOf(host), host).toBe("computer");
  }
  const network = ["192.168.1.5", "10.0.0.1", "172.16.0.1", "172.31.255.1", "169.254.1.1", "100.101.102.103"];
  for (const host of [...network, "[fd7a:115c:a1e0::1]", "[fe80::1]", "laptop", "Laptop.local", "pc.home.arpa"]) {
    expect(reachOf(host), host).toBe("network");
  }
  const everyone = ["poker.example", "203.0.113.9", "172.32.0.1", "100.128.0.1", "192.169.0.1", "11.0.0.1"];
  for (const host of [...everyone, "[2001:db8::1]", "local.example", "127.0.0.1.example"]) {
    expect(reachOf(host), host).toBe("everyone");
  }
});
