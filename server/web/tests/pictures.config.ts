// `npm run pictures`: the README's three pictures, into `pictures/`.
import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

export default defineConfig({ ...base, testDir: ".", outputDir: "../test-results", testMatch: "pictures.ts", timeout: 600_000, retries: 3 });
