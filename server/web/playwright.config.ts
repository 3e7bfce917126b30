// How the page is tried: Debian's Chromium; each worker with a room of its own, one test
// after the other in it.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// Without windows it takes a third less processor time.
const browsers = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  // CI gives the page half of its processor.
  workers: process.env.CI ? 2 : 3,
  timeout: 120_000,
  // The cards are random. A test that passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1366, height: 768 },
    colorScheme: "dark",
    // Drawing movements would take half of the processor. Tests of `play` and `table` see them.
    contextOptions: { reducedMotion: "reduce" },
    // A service worker would answer for the page that a test serves. `install.spec.ts` lets it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? browsers.find((path) => existsSync(path)),
      args: ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks"],
    },
    screenshot: "only-on-failure",
  },
});
