// Reads the schemas with validators of other people, Ajv and AsyncAPI's own parser. `cargo test -p
// cardroom-protocol --test suite schema` writes the damaged frames that are read here.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Parser, fromFile } from "@asyncapi/parser";
import { Ajv2020 } from "ajv/dist/2020.js";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => readFileSync(file(path), "utf8");

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: false });
const schemas = ["cardroom.v1", "lines.v1"].map((name) => JSON.parse(read(`../${name}.schema.json`)));
for (const schema of schemas) ajv.addSchema(schema);

/** Returns what checks a definition of a schema. */
const definition = (schema, name) => ajv.getSchema(`https://cardroom.example/schemas/${schema}.schema.json#/$defs/${name}`);

/** Returns the blocks of a golden file, without its first line. */
const golden = (set) => read(`../../tests/golden/${set}.txt`).split("\n\n").slice(1).map((block) => block.trim().split("\n"));

for (const [set, name] of Object.entries({ client: "ClientMessage", server: "ServerMessage", events: "TableEvent", tournament_events: "TournamentEvent" })) {
  test(`every golden message of ${set} fits`, () => {
    const fits = definition("cardroom.v1", name);
    const blocks = golden(set);
    assert.ok(blocks.length > 40);
    for (const [title, json] of blocks) assert.ok(fits(JSON.parse(json)), `${title}: ${ajv.errorsText(fits.errors)}`);
  });
}

test("every golden line fits", () => {
  const blocks = golden("lines");
  assert.ok(blocks.length > 20);
  for (const [title, json] of blocks) {
    const fits = definition("lines.v1", title.startsWith("→") ? "ToBot" : "FromBot");
    assert.ok(fits(JSON.parse(json)), `${title}: ${ajv.errorsText(fits.errors)}`);
  }
});

test("what the decoder refuses for its shape is refused", () => {
  const path = process.env.CARDROOM_REFUSED ?? file("../../../target/tmp/refused.jsonl");
  assert.ok(existsSync(path), "cargo test -p cardroom-protocol --test suite schema writes the damaged frames");
  const refused = readFileSync(path, "utf8").split("\n").map((line) => JSON.parse(line));
  assert.ok(refused.length > 2_000);
  for (const { schema, title, definition: name, value } of refused) {
    assert.ok(!definition(schema, name)(value), `${schema}: ${title}: ${JSON.stringify(value)}`);
  }
});

test("AsyncAPI's parser reads asyncapi.yaml", async () => {
  const parser = new Parser();
  const { document, diagnostics } = await fromFile(parser, file("../asyncapi.yaml")).parse();
  const errors = diagnostics.filter(({ severity }) => severity === 0);
  assert.deepEqual(errors.map(({ message, path }) => `${path.join(".")}: ${message}`), []);
  assert.equal(document?.version(), "3.0.0");
  const names = document.components().messages().all().map((message) => message.id());
  assert.ok(names.includes("Act") && names.includes("ServerFrame"), `${names.length} messages`);
});
