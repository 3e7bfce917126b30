// Two machines for one room, as OPERATING.md ("A second machine") describes them: PostgreSQL, two
// processes of the program with one key file, and HAProxy by the file of `config/deploy/standby`. All
// of it is on this computer, on ports that the system chose.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { BINARY } from "./room";

/** The configuration of both rooms: a table for one player and a bot, whose turns last. */
const CONFIG = `
[server]
name = "The Analytical"
standby = true
drain_seconds = 1
trusted_proxies = ["127.0.0.1"]
[standby]
key_file = "KEY_FILE"
[store]
url = "URL"
[limits]
connections_per_address = 1000
[house_bots]
think_min_ms = 50
think_max_ms = 150
[[tables]]
name = "Castor"
small_blind = 5
big_blind = 10
seats = 2
house_bots = 1
min_buy_in = 400
max_buy_in = 1000
between_hands_ms = 500
run_out_ms = 300
`;

const HAPROXY = ["/usr/sbin/haproxy", "/usr/bin/haproxy"].find((path) => existsSync(path));

const postgresPrograms = (): string | undefined => {
  const versions = "/usr/lib/postgresql";
  const newest = existsSync(versions) ? readdirSync(versions).sort((one, other) => Number(other) - Number(one))[0] : undefined;
  return newest && `${versions}/${newest}/bin`;
};

/** The reason why the machines cannot be had here, if there is one. */
export const lacks = (): string | undefined => {
  if (!HAPROXY) return "HAProxy is not here: apt-get install haproxy";
  if (!postgresPrograms()) return "PostgreSQL is not here: apt-get install postgresql";
  return undefined;
};

/** Returns ports that are free, all different. */
const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(
    Array.from({ length: count }, () => new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
    })),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};

/** The file for HAProxy as it is shipped, for this computer: without TLS, and with the rooms' ports. */
const haproxyFile = (front: number, [one, other]: readonly [number, number]): string => {
  const shipped = readFileSync(join(import.meta.dirname, "../../../config/deploy/standby/haproxy.cfg"), "utf8");
  const [players] = shipped.split(/^# PostgreSQL, whichever/m);
  const changes: [RegExp | string, string][] = [
    // It takes two files each, which not every computer allows.
    ["maxconn 20000", "maxconn 1000"],
    ["    bind :80\n", `    bind 127.0.0.1:${front}\n`],
    [/^    bind :443 .*\n/m, ""],
    [/^    http-request redirect scheme https.*\n/m, ""],
    [/^    http-response set-header Strict-Transport-Security.*\n/m, ""],
    ["hdr Host poker.example", "hdr Host 127.0.0.1"],
    ["10.0.0.1:7777", `127.0.0.1:${one}`],
    ["10.0.0.2:7777", `127.0.0.1:${other}`],
  ];
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`haproxy.cfg has no ${from}`);
    return changed;
  }, players!);
};

/** One of the two processes. */
class Machine {
  process: ChildProcess | undefined;

  constructor(
    readonly port: number,
    private readonly admin: number,
    private readonly folder: string,
    private readonly config: string,
  ) {}

  start(): void {
    mkdirSync(join(this.folder, "data"), { recursive: true });
    const log = openSync(join(this.folder, "log"), "a");
    const listen = ["--listen", `127.0.0.1:${this.port}`, "--admin-listen", `127.0.0.1:${this.admin}`];
    this.process = spawn(BINARY, ["serve", "--config", this.config, "--data-dir", join(this.folder, "data"), ...listen], { stdio: ["ignore", log, log] });
  }

  /** Returns what the machine says of itself: ready, standby, or nothing if it is gone or stopped. */
  async says(): Promise<string> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`, { signal: AbortSignal.timeout(500) });
      return (await answer.text()).split("\n")[0]!.trim();
    } catch {
      return "";
    }
  }

  handsOver(): void {
    execFileSync(BINARY, ["admin", "hand-over", "--reason", "an upgrade", "--config", this.config, "--data-dir", join(this.folder, "data"), "--admin-listen", `127.0.0.1:${this.admin}`], { stdio: "pipe" });
  }

  log(): string {
    return readFileSync(join(this.folder, "log"), "utf8");
  }
}

/** The machines, and the address where players find whichever of them is the room. */
export class Machines {
  private constructor(
    readonly url: string,
    private readonly both: readonly [Machine, Machine],
    private readonly ends: (() => void)[],
  ) {}

  static async start(): Promise<Machines> {
    // Another user reads the database's files.
    const folder = mkdtempSync("/tmp/cardroom-machines-");
    const ends: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
    try {
      const [database, front, ...ports] = await freePorts(6) as [number, number, number, number, number, number];
      openDatabase(folder, database, ends);
      const keys = join(folder, "keys");
      execFileSync(BINARY, ["keys", "new", keys], { stdio: "pipe" });
      const config = join(folder, "cardroom.toml");
      writeFileSync(config, CONFIG.replace("KEY_FILE", keys).replace("URL", `postgres://room@127.0.0.1:${database}/room`));
      const both = [new Machine(ports[0], ports[1], join(folder, "a"), config), new Machine(ports[2], ports[3], join(folder, "b"), config)] as const;
      ends.push(() => both.forEach((machine) => machine.process?.kill("SIGKILL")));
      both[0].start();
      const machines = new Machines(`http://127.0.0.1:${front}`, both, ends);
      await machines.until(both[0], "ready");
      both[1].start();
      await machines.until(both[1], "standby");
      writeFileSync(join(folder, "haproxy.cfg"), haproxyFile(front, [both[0].port, both[1].port]));
      const said = openSync(join(folder, "haproxy.log"), "a");
      const proxy = spawn(HAPROXY!, ["-db", "-f", join(folder, "haproxy.cfg")], { stdio: ["ignore", said, said] });
      ends.push(() => proxy.kill("SIGKILL"));
      await machines.reachable(join(folder, "haproxy.log"));
      return machines;
    } catch (error) {
      ends.reverse().forEach((end) => end());
      throw error;
    }
  }

  /** The machine that is the room, and the one that waits. */
  async roles(): Promise<{ room: Machine; waits: Machine }> {
    const [one, other] = this.both;
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      const [first, second] = [await one.says(), await other.says()];
      if (first === "ready" && second === "standby") return { room: one, waits: other };
      if (second === "ready" && first === "standby") return { room: other, waits: one };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`nobody plays, or nobody waits:\n${one.log()}\n${other.log()}`);
  }

  async until(machine: Machine, state: string): Promise<void> {
    const deadline = Date.now() + 60_000;
    while ((await machine.says()) !== state) {
      if (Date.now() > deadline) throw new Error(`never ${state}:\n${machine.log()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Waits until the proxy has found the room. */
  private async reachable(log: string): Promise<void> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const answer = await fetch(this.url).catch(() => undefined);
      if (answer?.ok) return;
      if (Date.now() > deadline) throw new Error(`the proxy does not find the room: ${await answer?.text()}\n${readFileSync(log, "utf8")}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  close(): void {
    this.ends.reverse().forEach((end) => end());
  }
}

/** Opens a PostgreSQL server of its own, with an empty database. */
const openDatabase = (folder: string, port: number, ends: (() => void)[]): void => {
  const programs = postgresPrograms()!;
  const place = join(folder, "postgres");
  mkdirSync(place);
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const as = (program: string, ...rest: string[]): void => {
    const line = [join(programs, program), ...rest];
    const [first, ...others] = isRoot ? ["runuser", "-u", "postgres", "--", ...line] : line;
    execFileSync(first!, others, { cwd: "/", stdio: "ignore" });
  };
  if (isRoot) {
    const id = (what: string): number => Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }));
    chownSync(place, id("-u"), id("-g"));
    execFileSync("chmod", ["755", folder]);
  }
  const data = join(place, "data");
  as("initdb", "-D", data, "-U", "room", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
  as("pg_ctl", "-D", data, "-l", join(place, "log"), "-w", "-o", `-k ${place} -h 127.0.0.1 -p ${port}`, "start");
  ends.push(() => as("pg_ctl", "-D", data, "-m", "immediate", "stop"));
  execFileSync("psql", ["-q", "-h", place, "-p", String(port), "-U", "room", "-d", "postgres", "-c", "CREATE DATABASE room"]);
};
