import { fork, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** What was started and has not ended, by what `process.kill` takes: a pid, or a negative one for a group. */
const running = new Set();

process.on("exit", () => {
  for (const target of running) signal(target, "SIGKILL");
});

/** Starts a program; `group` gives it a process group of its own, so that what it starts ends with it. */
export function startProgram(command, args, { group = false, ...options } = {}) {
  const child = spawn(command, args, { ...options, detached: group });
  return track(child, group);
}

/** Starts one of our own files. It communicates by messages and exits when this process does. */
export function startFile(file, args = [], env = {}) {
  const child = fork(file, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production", ...env },
    execArgv: [],
  });
  return track(child, false);
}

function track(child, group) {
  if (!child.pid) return child;
  const target = group ? -child.pid : child.pid;
  child.target = target;
  running.add(target);
  child.once("exit", () => {
    if (!group) running.delete(target);
  });
  return child;
}

/** The next message of a child; an error when it ends instead or says nothing for `ms`. */
export function nextMessage(child, ms = 60_000) {
  return new Promise((resolve, reject) => {
    const end = (settle, value) => {
      clearTimeout(timer);
      child.off("message", heard).off("exit", ended);
      settle(value);
    };
    const heard = (message) => end(resolve, message);
    const ended = (code, by) => end(reject, new Error(`${child.spawnargs.join(" ")} ended with ${by ?? code}`));
    const timer = setTimeout(() => end(reject, new Error(`${child.spawnargs.join(" ")} said nothing`)), ms);
    child.once("message", heard).once("exit", ended);
  });
}

/** Sends a message and waits for the answer to it. */
export function ask(child, message, ms) {
  const answer = nextMessage(child, ms);
  child.send(message);
  return answer;
}

/** Ends a child, or its whole group, with SIGTERM and after `ms` with SIGKILL; resolves when it is gone. */
export async function stopChild(child, ms = 20_000) {
  const { target } = child;
  if (target === undefined) return;
  // the pid of an ended process may belong to another one by now
  if (isThere(child)) signal(target, "SIGTERM");
  const until = performance.now() + ms;
  while (isThere(child)) {
    if (performance.now() > until) signal(target, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  running.delete(target);
}

function isThere(child) {
  if (child.target > 0) return child.exitCode === null && child.signalCode === null;
  return signal(child.target, 0);
}

/** Runs a program to its end and gives what it printed; an error when it fails or takes longer than `ms`. */
export async function runProgram(command, args, { ms, ...options }) {
  const child = startProgram(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const timer = setTimeout(() => signal(child.target, "SIGKILL"), ms);
  const [code, by] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...ended) => resolve(ended));
  });
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${command} ended with ${by ?? code}\n${out}${err}`);
  return out;
}

/** Ends the postmaster of a data folder at once, without waiting for its event loop: for handlers of `exit`. */
export function killPostmasterNow(dataDir) {
  let pid;
  try {
    pid = Number.parseInt(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
  } catch {
    return;
  }
  if (!(pid > 1) || !signal(pid, "SIGQUIT")) return;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < 5_000 && signal(pid, 0); waited += 50) Atomics.wait(pause, 0, 0, 50);
}

function signal(target, name) {
  try {
    return process.kill(target, name);
  } catch {
    return false;
  }
}
