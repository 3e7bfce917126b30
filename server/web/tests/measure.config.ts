// `npm run measure`: how long the lobby takes to be there, and what an event costs the page.
// Figures are printed; nothing fails by the clock.
import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

export default defineConfig({ ...base, testDir: ".", outputDir: "../test-results", testMatch: "measure.ts", timeout: 300_000, retries: 0 });
